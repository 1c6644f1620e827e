"""``featureshift demo``: two simulated clinics, answer beside truth."""

from __future__ import annotations

from rich.console import Console

from featureshift.cli.exit_codes import DONE
from featureshift.cli.locate import tell
from featureshift.cli.outputs import Outputs, Unwritten
from featureshift.errors import OptionError
from featureshift.localize import localize

SHOWN_METHODS = "graphnet", "fslnet", "sm-threshold"
"""What the demonstration runs; the first one's answer is shown in full."""


def demo(*, rows: int = 5000, seed: int = 0) -> int:
    """Compare two simulated clinics, one of which garbled four columns, and check the answer.

    FSL-Net and thresholded measures are compared beside it.

    Parameters
    ----------
    rows
        Patients of each clinic.
    seed
        Other seed, other patients.
    """
    if rows < 1 or seed < 0:
        raise OptionError("rows and seed are counts", found=f"--rows {rows} --seed {seed}")
    import numpy as np

    from featureshift.corpus.clinic import two_clinics
    from featureshift.report.console import print_comparison, print_truth

    clinics = two_clinics(rows, np.random.default_rng(seed))
    result, *others = (
        localize(clinics.reference, clinics.query, method=method, seed=seed)
        for method in SHOWN_METHODS
    )
    tell(result, "second clinic against first", Outputs(()), False, Unwritten())
    print_truth(Console(), result, clinics.wrong)
    print_comparison(Console(), [result, *others], clinics.wrong)
    return DONE

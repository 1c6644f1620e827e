"""The paper's threshold-only baseline: statistical measures, merged, reduced, and cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.base import Localizer, MethodInfo, Scores
from featureshift.methods.measures import MERGES, PAPER_MEASURES, StatisticalMeasures
from featureshift.methods.measures.measuring import measure
from featureshift.tables import Progress, TablePair
from featureshift.tables.kept import explained_rows

REDUCTIONS: dict[str, Callable[..., NDArray[np.float64]]] = {"mean": np.mean, "max": np.max}
DIFFERENCES = {name: merge for name, merge in MERGES.items() if name != "concatenation"}
"""The merge operations that are 0 where nothing changed, which a threshold needs."""


class SMThreshold(Localizer):
    """Marginal measures of both tables, merged per channel, reduced to one number per feature.

    ``threshold=0.002`` with ``reduce="mean"`` is the best pair in the paper (F1 0.307). Sees
    marginal shifts only. Where cells are missing, the missing share is one more channel.

    Parameters
    ----------
    reduce
        "mean" or "max" of the channels.
    threshold
        Shifted means a reduced difference above this.
    measures
        Names of the marginal measures, as in ``methods.measures.MEASURES``.
    merge
        How two maps become one difference per channel.
    cells
        Numbers of cells of the histogram and quantile grids.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> reference, query = rng.random((5000, 3)), rng.random((5000, 3))
    >>> query[:, 1] **= 3
    >>> SMThreshold().localize(reference, query).shifted_features
    ('x1',)
    """

    info: ClassVar[MethodInfo] = MethodInfo(
        name="sm-threshold",
        summary="statistical measures, normalized squared difference, fixed cut",
        paper="Barrabés et al., ICML 2025 (SM-only baseline)",
        finds_joint_shifts=False,
        needs_n_shifted=False,
        cost="lowest: two passes",
    )

    def __init__(
        self,
        *,
        reduce: str = "mean",
        threshold: float = 0.002,
        measures: Sequence[str] = PAPER_MEASURES,
        merge: str = "normalized_squared_difference",
        cells: Sequence[int] = (100,),
    ) -> None:
        if reduce not in REDUCTIONS:
            raise UnknownNameError("reduction", reduce, REDUCTIONS)
        if merge not in DIFFERENCES:
            raise UnknownNameError("difference", merge, DIFFERENCES)
        if not threshold >= 0:
            raise OptionError("threshold is negative", found=repr(threshold))
        self.reduce, self.threshold, self.merge = reduce, threshold, merge
        self.measures, self.cells = tuple(measures), tuple(cells)
        StatisticalMeasures(self.measures, cells=self.cells)  # refuses unknown names here and now

    def sample_rows(self, n_features: int) -> int:
        return explained_rows(n_features)  # the measures read all rows

    def _score(
        self, pair: TablePair, rng: np.random.Generator, progress: Progress | None
    ) -> Scores:
        del rng  # nothing here is random
        names = self.measures
        if pair.has_missing and "missing" not in names:
            names += ("missing",)
        maps = measure(StatisticalMeasures(names, cells=self.cells), pair, progress)
        merged = np.abs(DIFFERENCES[self.merge](*maps))
        return Scores(REDUCTIONS[self.reduce](merged, axis=0), self.threshold)

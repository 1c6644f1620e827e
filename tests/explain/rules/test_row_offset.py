import numpy as np
import pytest

from featureshift.explain.rules.row_offset import propose

from ..building import case_after, fits


@pytest.mark.parametrize("rows", [1, -2])
def test_relations_are_found_in_other_rows(rng, rows):
    proposal = fits(propose, case_after(rng, lambda t: {"x": np.roll(t["x"], rows)}))
    assert proposal.numbers == {"rows": rows}
    assert ("late" if rows > 0 else "early") in proposal.words


def test_shuffled_rows_are_found_nowhere(rng):
    case = case_after(rng, lambda t: {"x": rng.permutation(t["x"])})
    assert list(propose(case)) == []

import numpy as np
import pytest

from featureshift.explain.diagnoses import diagnose
from featureshift.explain.rules.outliers import propose

from ..building import case_after, fits


def struck(values, new, count=12):
    """The first so many values replaced; rows are in no order."""
    return np.concatenate([new(values[:count]), values[count:]])


@pytest.mark.parametrize(
    ("factor", "words"),
    [(1000, "as if multiplied by 1,000"), (-1, "as if with the wrong sign"), (10, "by 10")],
)
def test_the_factor_is_told(rng, factor, words):
    case = case_after(rng, lambda t: {"x": struck(t["x"], lambda x: x * factor)})
    proposal = fits(propose, case)
    assert words in proposal.words
    assert proposal.numbers["factor"] == factor
    assert 0.001 < proposal.numbers["share"] <= 0.006
    first = diagnose(case)[0]
    assert (first.code, first.confidence) == ("outliers", "high")


def test_the_range_is_that_of_the_whole_tables(rng):
    case = case_after(rng, lambda t: {"x": struck(t["x"], lambda x: x * 1000)})
    highest = case.column.ranges[1][1]
    assert f"up to {highest:,.0f} here" in fits(propose, case).words


def test_values_from_anywhere_have_no_factor(rng):
    case = case_after(
        rng, lambda t: {"x": struck(t["x"], lambda x: np.geomspace(900, 1e9, len(x)))}
    )
    assert set(fits(propose, case).numbers) == {"share"}


@pytest.mark.parametrize(
    "change",
    [
        lambda _: {},
        lambda t: {"x": t["x"] * 1000},
        lambda t: {"x": struck(t["x"], lambda x: x + 30)},
        lambda t: {"x": struck(t["x"], lambda x: np.full(len(x), -999.0))},
    ],
    ids=["nothing", "all", "inside", "one value"],
)
def test_anything_else_is_no_matter_of_outliers(rng, change):
    assert list(propose(case_after(rng, change))) == []


def test_a_rare_code_for_no_value_is_a_sentinel(rng):
    case = case_after(
        rng, lambda t: {"x": struck(t["x"], lambda x: np.full(len(x), -999.0), count=5)}
    )
    assert diagnose(case)[0].code == "sentinel"


def test_texts_have_no_outliers(rng):
    assert list(propose(case_after(rng, lambda _: {}, name="text"))) == []

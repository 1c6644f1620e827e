import numpy as np
import pytest

from .building import localized

ROWS = 1000


def tables(rng, third):
    """x and y are related; ``third`` is how much a third column has to do with y."""
    made = []
    for _ in range(2):
        x, noise, other = rng.normal(size=(3, ROWS))
        y = x + 0.5 * noise
        made.append({"x": x, "y": y, "z": third * y + other, "w": rng.normal(size=ROWS)})
    reference, query = made
    return reference, query


@pytest.mark.parametrize("flagged", [["x"], ["y"], ["x", "y"]])
def test_whoever_is_flagged_of_two_the_other_is_named_too(rng, flagged):
    reference, query = tables(rng, third=0.0)
    query["y"] = rng.permutation(query["y"])
    for column in localized(reference, query, flagged).explain().columns:
        other = {"x": "'y'", "y": "'x'"}[column.feature]
        first = column.diagnoses[0]
        assert other in first.words
        assert "no third column tells" in first.words
        assert first.confidence != "high"


def test_a_third_column_tells(rng):
    reference, query = tables(rng, third=1.0)
    query["x"] = rng.permutation(query["x"])
    (column,) = localized(reference, query, ["x"]).explain().columns
    assert (column.diagnoses[0].code, column.diagnoses[0].confidence) == ("shuffled", "high")


def test_a_column_whose_own_distribution_changed_is_not_in_doubt(rng):
    reference, query = tables(rng, third=0.0)
    query["y"] = np.round(3 * rng.permutation(query["y"]))
    (column,) = localized(reference, query, ["y"]).explain().columns
    assert "third column" not in column.diagnoses[0].words

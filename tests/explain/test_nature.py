import numpy as np
import pytest

from featureshift.explain.nature import broken_relations, nature
from featureshift.explain.relations import Relation

from .building import case_after, case_of, table


def kind_after(rng, change):
    case = case_after(rng, change)
    return nature(case, broken_relations(case.relations, 5))


def test_kinds(rng):
    gone = rng.random(2000) < 0.3
    noise = rng.normal(0, 60, 2000)
    assert kind_after(rng, lambda t: {"x": t["x"] * 2}) == "marginal"
    assert kind_after(rng, lambda t: {"x": rng.permutation(t["x"])}) == "joint"
    assert kind_after(rng, lambda t: {"x": t["x"] + noise}) == "both"
    assert kind_after(rng, lambda t: {"x": np.where(gone, np.nan, t["x"])}) == "missingness"
    assert kind_after(rng, lambda _: {}) == "unclear"


def test_another_type_is_a_change_of_schema(rng):
    reference, query = table(rng), table(rng)
    case = case_of(reference | {"x": reference["x"] > 80}, query | {"x": query["x"]}, "x")
    assert nature(case, ()) == "schema"


@pytest.mark.parametrize(("compared", "broken"), [(2, 1), (100_000, 0)])
def test_among_many_columns_a_large_change_is_chance(compared, broken):
    relations = (Relation("a", "correlation", 0.3, 0.1, 4.0),)
    assert len(broken_relations(relations, compared)) == broken

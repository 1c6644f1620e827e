import numpy as np
import pytest

from featureshift.explain.population.direction import direction

from .people import pairs_of, people, rows_of


def told(rng, name, chance):
    drawn = people(rng, 9000)
    query = rows_of(drawn, rng.random(9000) < chance(drawn))
    return direction(pairs_of(people(rng, 3000), query)[name])


def test_more_on_one_side(rng):
    words = told(rng, "age", lambda t: np.where(t["age"] < 40, 1.0, 0.2))
    assert words.startswith("more rows with age < 40: 3")


def test_only_one_side(rng):
    assert told(rng, "age", lambda t: t["age"] >= 50).startswith("only rows with age >= 50: ")


def test_only_one_level(rng):
    words = told(rng, "sex", lambda t: t["sex"] == "male")
    assert words.startswith("only rows with sex = 'male': ")
    assert words.endswith("-> 100%")


def test_the_middle(rng):
    words = told(rng, "age", lambda t: np.where(np.abs(t["age"] - 50) < 12, 1.0, 0.2))
    assert "< age <=" in words
    assert words.startswith("more rows with ")


def test_the_ends(rng):
    words = told(rng, "age", lambda t: np.where(np.abs(t["age"] - 50) < 12, 0.1, 1.0))
    assert " or > " in words


def test_missing_cells(rng):
    reference, query = people(rng, 1000), people(rng, 1000)
    query["age"][:300] = np.nan
    words = direction(pairs_of(reference, query)["age"])
    assert words == "more rows without age: 0% -> 30%"


@pytest.mark.parametrize("value", [0.0, 3.0])
def test_one_value_of_few(rng, value):
    reference, query = people(rng, 1000), people(rng, 1000)
    reference["children"] = rng.integers(0, 4, 1000).astype(float)
    query["children"] = np.full(1000, value)
    words = direction(pairs_of(reference, query)["children"])
    assert words.startswith(f"only rows with children = {value:.0f}: ")

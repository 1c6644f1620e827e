import numpy as np
import pytest

from featureshift.explain.population.search import search_drivers

from .people import more_young, pairs_of, people, rows_of


def test_the_driver_is_found(rng):
    assert search_drivers(pairs_of(*more_young(rng))) == ("age",)


def test_two_drivers(rng):
    drawn = people(rng, 16000)
    chance = np.where(drawn["age"] < 35, 1.0, 0.3) * np.where(drawn["sex"] == "male", 1.0, 0.2)
    query = rows_of(drawn, rng.random(16000) < chance)
    assert set(search_drivers(pairs_of(people(rng, 3000), query))) == {"age", "sex"}


def test_a_filter(rng):
    drawn = people(rng, 6000)
    query = rows_of(drawn, drawn["sex"] == "male")
    assert search_drivers(pairs_of(people(rng, 3000), query)) == ("sex",)


@pytest.mark.parametrize(
    "mishap",
    [
        lambda x, _: x * 0.91,
        lambda x, _: x + 12,
        lambda x, _: 98 - x,
        lambda x, _: np.clip(x, 30, 60),
        lambda x, rng: np.where(rng.random(len(x)) < 0.2, 99.0, x),
        lambda x, rng: rng.permutation(x),
        lambda x, rng: np.where(rng.random(len(x)) < 0.3, np.nan, x),
    ],
    ids=["scale", "offset", "reflection", "clipping", "fill", "shuffled", "missing"],
)
def test_a_mishap_is_no_population(rng, mishap):
    reference, query = people(rng, 3000), people(rng, 3000)
    query["age"] = mishap(query["age"], rng)
    assert search_drivers(pairs_of(reference, query)) == ()


def test_nothing_changed(rng):
    assert search_drivers(pairs_of(people(rng, 2000), people(rng, 2000))) == ()


def test_too_few_rows_to_say(rng):
    assert search_drivers(pairs_of(*more_young(rng, rows=90))) == ()


def test_a_column_that_nothing_follows_is_not_believed(rng):
    drawn = people(rng, 12000)
    query = rows_of(drawn, drawn["lonely"] > 0.5)
    assert search_drivers(pairs_of(people(rng, 3000), query)) == ()


def test_all_rows_tell_where_one_half_has_too_few():
    found = [
        search_drivers(pairs_of(*more_young(np.random.default_rng(s), rows=400))) for s in range(12)
    ]
    assert set(found) <= {("age",), ()}
    assert found.count(("age",)) >= 9

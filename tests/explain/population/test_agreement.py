import numpy as np

from featureshift.explain.population.agreement import agreement, together
from featureshift.explain.population.cells import cells
from featureshift.explain.population.raking import cut, raked, strata

from .people import more_young, pairs_of, people


def along(columns, driver):
    return raked(strata([cut(columns[driver])]))


def test_what_follows_the_driver_changes_as_predicted(rng):
    columns = pairs_of(*more_young(rng))
    found = agreement(cells(columns["income"], 6), along(columns, "age"))
    assert 0.8 < found.slope < 1.2
    assert found.explained > 0.9
    assert found.gain > 50


def test_after_a_mishap_relatives_stay_where_they_are(rng):
    reference, query = people(rng, 3000), people(rng, 3000)
    query["age"] = query["age"] * 0.7 + 8
    columns = pairs_of(reference, query)
    found = agreement(cells(columns["income"], 6), along(columns, "age"))
    assert found.gain < -50
    assert abs(found.slope) < 0.2


def test_chance_is_taken_off(rng):
    columns = pairs_of(people(rng, 3000), people(rng, 3000))
    n = len(columns["age"].reference)
    found = together({name: cells(c, 6) for name, c in columns.items()}, np.ones(n))
    assert abs(found.observed) < 0.02

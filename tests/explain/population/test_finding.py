from featureshift.explain.population.finding import find_population

from .people import more_young, pairs_of, people


def test_rows_are_as_if_drawn_along_the_driver(rng):
    columns = pairs_of(*more_young(rng))
    found = find_population(columns)
    assert found.names == ("age",)
    assert found.share > 0.9
    income = found.columns["income"]
    assert len(income.reference) == found.rows_left < len(columns["income"].reference)
    before, wanted = columns["income"].reference.mean(), columns["income"].query.mean()
    assert abs(income.reference.mean() - wanted) < 0.2 * abs(before - wanted)


def test_nothing_to_find(rng):
    assert find_population(pairs_of(people(rng, 1000), people(rng, 1000))) is None

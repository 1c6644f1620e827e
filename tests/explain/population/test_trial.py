from featureshift.explain.population.trial import population_cases, population_outcomes
from featureshift.explain.trial import Told


def test_cases_repeat_themselves():
    first, again = (next(population_cases(["households"], 1, 3, rows=(300, 400))) for _ in "ab")
    assert first.drivers == again.drivers
    assert set(first.drivers) <= set(first.reference)


def test_most_drivers_are_named():
    cases = list(population_cases(["clinic", "households"], 8, 3, rows=(2000, 3000)))
    named = [
        outcome.all_named
        for case in cases
        for outcome in population_outcomes([case], Told(tuple(case.reference)))
    ]
    assert sum(named) >= 6

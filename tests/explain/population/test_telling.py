from featureshift.explain.evidence import Diagnosis, Driver
from featureshift.explain.population.finding import Found
from featureshift.explain.population.telling import (
    are_different,
    different,
    drives,
    follows_from,
    re_weighted,
)

AGE = Driver("age", "more rows with age < 30: 18% -> 41%")


def test_what_is_not_explained_is_said():
    told = re_weighted(Found((AGE,), 0.9, {}), ["income", "spend"], ["bp"])
    assert told.words.endswith("'income', 'spend' follow from it. Not explained by it: 'bp'")
    assert (told.explained, told.not_explained) == (("income", "spend"), ("bp",))


def test_most_columns_differ():
    assert are_different(["a", "b", "c"], 6)
    assert not are_different(["a", "b"], 2)
    assert not are_different(["a", "b", "c"], 10)


def test_a_column_may_say_that_the_groups_differ():
    key = Diagnosis("constant", "'month': every row has 2, and had 1", "high")
    told = different(["rain"], 5, [key])
    assert told.different
    assert "every row has 2" in told.words
    assert "'rain' differs" in told.words


def test_few_rows_leave_doubt(rng):
    from .people import more_young, pairs_of

    columns = pairs_of(*more_young(rng))
    few = {name: c.restricted(slice(100), slice(None), slice(None)) for name, c in columns.items()}
    assert drives(AGE, Found((AGE,), 0.95, columns)).confidence == "high"
    assert follows_from(Found((AGE,), 0.95, few)).confidence == "medium"
    assert follows_from(Found((AGE,), 0.5, columns)).confidence == "medium"

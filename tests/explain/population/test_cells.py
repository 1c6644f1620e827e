import numpy as np

from featureshift.explain.population.cells import cells, joint

from .people import more_young, pairs_of


def test_rows_of_equal_values_share_a_cell(rng):
    columns = pairs_of(*more_young(rng))
    cut = cells(columns["age"], 24)
    assert len(cut.reference) == len(columns["age"].reference)
    assert cut.reference.max() < cut.size
    for cell in np.unique(cut.reference):
        inside = columns["age"].reference[cut.reference == cell]
        outside = columns["age"].reference[cut.reference != cell]
        assert not ((outside > inside.min()) & (outside < inside.max())).any()


def test_missing_cells_have_their_own(rng):
    reference, query = more_young(rng)
    query["age"] = np.where(rng.random(len(query["age"])) < 0.3, np.nan, query["age"])
    column = pairs_of(reference, query)["age"]
    cut = cells(column, 10)
    assert ((cut.query == cut.size - 1) == np.isnan(column.query)).all()


def test_the_end_of_a_filter_is_an_edge(rng):
    reference = more_young(rng)[0]
    query = {name: column[reference["age"] <= 33] for name, column in reference.items()}
    column = pairs_of(reference, query)["age"]
    cut = cells(column, 24)
    beyond = set(cut.reference[column.reference > 33])
    assert not beyond & set(cut.query)


def test_short_tables_have_few_cells(rng):
    reference, query = more_young(rng, rows=100)
    assert cells(pairs_of(reference, query)["income"], 24).size < 12


def test_two_columns_at_once(rng):
    columns = pairs_of(*more_young(rng))
    age, sex = cells(columns["age"], 5), cells(columns["sex"], 5)
    both = joint(age, sex)
    assert len(np.unique(both.reference)) == len(np.unique(age.reference)) * 2

import numpy as np

from .building import case_of, table


def test_present_values_are_sorted_and_missing_ones_counted(rng):
    reference, query = table(rng), table(rng)
    query["x"] = np.where(np.arange(2000) < 500, np.nan, query["x"])
    column = case_of(reference, query, "x").column
    assert len(column.after) == 1500
    assert (np.diff(column.after) >= 0).all()
    assert column.missing == (0.0, 0.25)


def test_stand_ins_of_numbers_are_ranks_and_of_texts_indicators(rng):
    case = case_of(table(rng), table(rng), "text", ["x"])
    numbers, texts = case.flagged["x"], case.column
    ranks = numbers.standing[0][:, 0]
    assert np.array_equal(np.argsort(ranks), np.argsort(numbers.reference))
    assert texts.standing[0].shape == (2000, 2)
    np.testing.assert_array_equal(texts.standing[0][:, 0], texts.reference == 0)


def test_one_outlier_does_not_rule_the_spread(rng):
    reference, query = table(rng), table(rng)
    before = case_of(reference, query, "x").column.spread
    reference["x"][0] = 1e9
    assert case_of(reference, query, "x").column.spread < 1.1 * before


def test_two_values(rng):
    reference, query = table(rng), table(rng)
    for side in (reference, query):
        side["x"] = np.where(side["x"] > 80, 5.0, 3.0)
    assert case_of(reference, query, "x").column.two_values == (3.0, 5.0)
    assert case_of(reference, query | {"x": query["x"] + 1}, "x").column.two_values is None


def test_some_rows_have_missing_cells_of_their_own(rng):
    reference, query = table(rng), table(rng)
    query["x"] = np.where(query["a"] > 60, np.nan, query["x"])
    case = case_of(reference, query, "x", ["a"])
    lost = case.flagged["a"].query > 60
    every = np.ones(len(case.column.reference), bool)
    some = case.column.restricted(every, ~lost, np.ones(len(case.column.ordered), bool))
    assert some.missing == (0.0, 0.0)
    assert len(some.after) == (~lost).sum()
    assert some.ranges == case.column.ranges


def test_other_rows_may_be_those_in_order(rng):
    column = case_of(table(rng), table(rng), "x").column
    again = column.with_order(np.array([3, 1]), np.array([7, 8]))
    np.testing.assert_array_equal(again.ordered, column.query[[3, 1]])
    assert again.positions.tolist() == [7, 8]

import numpy as np

from featureshift.explain.prediction import predict

from .building import case_of, table


def test_partners_tell_the_column_in_both_tables(rng):
    prediction = case_of(table(rng), table(rng), "x").prediction
    before, after = prediction.unexplained
    assert 0.02 < before < 0.3
    assert abs(before - after) < 0.05
    assert prediction.ordered.shape == (1000, 1)


def test_nothing_is_learned_by_heart(rng):
    noise = {f"n{j}": rng.normal(size=100) for j in range(12)}
    other = {f"n{j}": rng.normal(size=100) for j in range(12)}
    case = case_of(noise, other, "n0")
    assert abs(np.corrcoef(case.prediction.reference[:, 0], noise["n0"])[0, 1]) < 0.4
    assert case.prediction.unexplained[0] > 0.9


def test_no_partners_no_prediction(rng):
    column = case_of(table(rng), table(rng), "x").column
    assert predict(column, []) is None

import numpy as np

from .building import case_after, case_of, table


def test_an_unchanged_column_fits_itself(rng):
    case = case_after(rng, lambda _: {})
    assert case.identity.p > 0.001
    assert abs(case.identity_change) < 4
    assert case.strength[0] > 0.9
    assert case.related
    assert not case_after(rng, lambda _: {}, name="lonely").related


def test_lags_find_the_row(rng):
    lags = case_after(rng, lambda t: {"x": np.roll(t["x"], 2)}).lags
    assert max(lags, key=lags.get) == 2
    assert abs(lags[0]) < 0.2


def test_without_order_no_lags(rng):
    from featureshift.explain.columns import column_pairs
    from featureshift.explain.gathering import gather
    from featureshift.explain.trial import Told

    result = Told(("x",)).localize(table(rng), table(rng), max_rows=500)
    columns = column_pairs(result.evidence)
    case = gather("x", columns, {"x": columns["x"]}, result.evidence)
    assert case.lags == {}


def test_partners_correct_the_mean_for_chance(rng):
    errors = []
    for _ in range(20):
        reference, query = table(rng, 300), table(rng, 300)
        case = case_of(reference, query, "x")
        truth = query["x"].mean()
        errors.append((case.expected_mean - truth, reference["x"].mean() - truth))
    own, plain = np.square(errors).mean(axis=0)
    assert own < 0.5 * plain


def test_who_moves_alone(rng):
    assert case_after(rng, lambda t: {"x": t["x"] + 60}).stands_alone
    with_it = case_after(rng, lambda t: {"x": t["x"] + 60, "a": t["a"] + 48, "b": t["b"] - 60})
    assert not with_it.stands_alone
    assert not case_after(rng, lambda t: {"lonely": t["lonely"] + 3}, name="lonely").stands_alone

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict

from featureshift.errors import OptionError
from featureshift.methods.baselines.datafix import DataFix
from featureshift.methods.checks import check_localizer

SMALL = {"n_estimators": 20, "folds": 2}


def correlated(rng, n=1500, d=10):
    return (rng.normal(size=(2, n, 1)) * 2 + rng.normal(size=(2, n, d))).astype(np.float32)


def test_contract(rng):
    check_localizer(DataFix(**SMALL), rng)


@pytest.mark.parametrize("n_rows", [1, 2, 5])
def test_few_rows(rng, n_rows):
    reference, query = rng.normal(size=(2, n_rows, 3))
    assert np.isfinite(DataFix(**SMALL).localize(reference, query).scores).all()


def test_divergence_is_that_of_the_balanced_accuracy_of_the_same_forest(rng):
    reference, query = correlated(rng, n=300, d=4)
    values, source = (
        np.concatenate([reference, query + 0.5]),
        np.repeat([0, 1], 300).astype(np.int8),
    )
    method = DataFix(**SMALL)
    folds = StratifiedKFold(2, shuffle=True, random_state=3)
    predicted = cross_val_predict(method.forest(300, 3), values, source, cv=folds)
    found = method.discriminate(values, source, seed=3)
    assert found.divergence == 2 * balanced_accuracy_score(source, predicted) - 1
    assert found.importances.sum() == pytest.approx(1)


@pytest.mark.parametrize("seed", range(3))
def test_a_shuffled_column_is_ranked_first(seed):
    rng = np.random.default_rng(seed)
    reference, query = correlated(rng, n=1000)
    query[:, 4] = rng.permutation(query[:, 4])
    assert DataFix(n_estimators=30, folds=2).localize(reference, query).scores.argmax() == 4


def test_marginal_shifts_are_found_and_as_many_as_asked_for(rng):
    reference, query = correlated(rng, n=1000, d=12)
    query[:, [2, 5]] *= 3
    shares = []
    result = DataFix(**SMALL).localize(reference, query, progress=shares.append)
    assert set(result.shifted_features) == {"x2", "x5"}
    assert result.notes[-1].code == "decision-rule"
    assert len(set(shares)) > 2
    for number in (1, 3, 11):
        again = DataFix(**SMALL).localize(reference, query, n_shifted=number)
        assert again.shifted.sum() == number


def test_without_a_shift_mostly_nothing_is_flagged():
    flagged = []
    for seed in range(8):
        tables = correlated(np.random.default_rng(seed), n=2000, d=5)
        flagged.append(DataFix(n_estimators=15, folds=2).localize(*tables).shifted.any())
    assert sum(flagged) <= 3


@pytest.mark.parametrize(("offset", "expected"), [(0.0, ()), (2.0, ("x0",))])
def test_one_feature(rng, offset, expected):
    reference, query = rng.normal(size=(2, 2000, 1))
    assert DataFix(**SMALL).localize(reference, query + offset).shifted_features == expected


def test_changed_missingness_is_seen(rng):
    reference, query = correlated(rng, n=800, d=5)
    query[rng.random(800) < 0.4, 3] = np.nan
    assert DataFix(**SMALL).localize(reference, query).scores.argmax() == 3


def test_column_order_changes_little(rng):
    reference, query = correlated(rng, n=800, d=6)
    query[:, 1] += 3
    query[:, 4] *= 2
    order = rng.permutation(6)
    scores = DataFix(**SMALL).localize(reference, query).scores
    permuted = DataFix(**SMALL).localize(reference[:, order], query[:, order]).scores
    np.testing.assert_allclose(permuted, scores[order], atol=0.15)


def test_the_time_limit_ends_the_search_with_a_note(rng):
    reference, query = correlated(rng, n=200)
    result = DataFix(**SMALL, time_limit=0.0).localize(reference, query + 1)
    assert "time-limit" in {note.code for note in result.notes}
    assert np.isfinite(result.scores).all()


@pytest.mark.parametrize(
    "options", [{"tau": 0.0}, {"alpha": -1.0}, {"folds": 1}, {"max_samples": 0}]
)
def test_bad_options(options):
    with pytest.raises(OptionError):
        DataFix(**options)

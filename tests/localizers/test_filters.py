import numpy as np
import polars as pl
import pytest
from sklearn.feature_selection import f_classif, mutual_info_classif

from featureshift.errors import OptionError
from featureshift.localizers import check_localizer
from featureshift.localizers.filters import MutualInformation, SelectKBest, f_statistics

FILTERS = [SelectKBest, MutualInformation]


def tables(rng, n=1000, d=6):
    return rng.normal(size=(2, n, d)).astype(np.float32)


@pytest.mark.parametrize("method", FILTERS)
@pytest.mark.parametrize("n_rows", [30, 200])
def test_contract(rng, method, n_rows):
    check_localizer(method(), rng, n_rows=n_rows)


@pytest.mark.parametrize("method", FILTERS)
def test_a_marginal_shift_is_found_and_the_rule_is_told(rng, method):
    reference, query = tables(rng)
    query[:, 2] += 1.0
    result = method().localize(reference, query)
    assert result.shifted_features[0] == "x2"
    assert len(result.shifted_features) <= 2  # one in twenty tables has one by chance
    assert result.notes[-1].code == "decision-rule"
    assert method().localize(reference, query, n_shifted=1).shifted_features == ("x2",)


@pytest.mark.parametrize("method", FILTERS)
def test_without_a_shift_mostly_nothing_is_flagged(rng, method):
    flagged = [method().localize(*tables(rng, n=300)).shifted.any() for _ in range(20)]
    assert sum(flagged) <= 4


@pytest.mark.parametrize("method", FILTERS)
def test_column_order_permutes_the_scores(rng, method):
    reference, query = tables(rng, n=300)
    order = rng.permutation(6)
    scores = method().localize(reference, query).scores
    permuted = method().localize(reference[:, order], query[:, order]).scores
    np.testing.assert_allclose(permuted, scores[order], rtol=1e-9)


@pytest.mark.parametrize("method", FILTERS)
def test_a_shuffled_column_is_invisible(method):
    """It is found as rarely as any other of the ten columns is ranked first."""
    first = []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        reference, query = rng.normal(size=(2, 500, 1)) + rng.normal(size=(2, 500, 10))
        query[:, 4] = rng.permutation(query[:, 4])
        first.append(method(permutations=1).localize(reference, query).scores.argmax() == 4)
    assert sum(first) <= 4


@pytest.mark.parametrize("method", FILTERS)
def test_changed_category_shares_are_found(rng, method):
    n = 800
    reference = pl.DataFrame({"a": rng.normal(size=n), "c": rng.choice(list("uvw"), n)})
    other = rng.choice(list("uvw"), n, p=[0.7, 0.2, 0.1])
    query = pl.DataFrame({"a": rng.normal(size=n), "c": other})
    assert method().localize(reference, query).shifted_features == ("c",)


def test_f_is_that_of_scikit_learn(rng):
    values, groups = rng.random((300, 5)), (rng.random((4, 300)) < 0.3).astype(float)
    expected = [f_classif(values, group)[0] for group in groups]
    np.testing.assert_allclose(f_statistics(values, groups), expected, rtol=1e-9)


def test_select_k_best_scores_are_p_values_of_scikit_learn(rng):
    reference, query = tables(rng)
    labels = np.repeat([0, 1], 1000)
    expected = -np.log(f_classif(np.concatenate([reference, query]), labels)[1])
    scores = SelectKBest().localize(reference, query).scores
    np.testing.assert_allclose(scores, expected, rtol=1e-3, atol=1e-5)


def test_tables_that_do_not_overlap_have_finite_ranked_scores(rng):
    reference, query = np.zeros((200, 3)), np.ones((200, 3))
    reference[:, 1:], query[:, 1:] = rng.normal(size=(2, 200, 2))
    query[:, 2] += 20
    scores = SelectKBest().localize(reference, query).scores
    assert scores.argsort().tolist() == [1, 2, 0]


def test_mutual_info_scores_are_those_of_scikit_learn(rng):
    reference, query = tables(rng, n=400)
    query[:, 1] *= 2
    labels = np.repeat([0, 1], 400)
    expected = mutual_info_classif(np.concatenate([reference, query]), labels, random_state=0)
    scores = MutualInformation().localize(reference, query).scores
    np.testing.assert_allclose(scores, expected, atol=2e-3)


@pytest.mark.parametrize("options", [{"n_neighbors": 0}, {"permutations": 0}, {"level": 2.0}])
def test_bad_options(options):
    with pytest.raises(OptionError):
        MutualInformation(**options)

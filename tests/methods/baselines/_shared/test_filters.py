"""What is asked of the filters that score each column alone."""

import numpy as np
import polars as pl
import pytest

from featureshift.errors import OptionError
from featureshift.methods.baselines.mutual_info import MutualInformation
from featureshift.methods.baselines.select_k_best import SelectKBest
from featureshift.methods.checks import check_localizer

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


@pytest.mark.parametrize("options", [{"permutations": 0}, {"level": 2.0}])
@pytest.mark.parametrize("method", FILTERS)
def test_bad_options(method, options):
    with pytest.raises(OptionError):
        method(**options)

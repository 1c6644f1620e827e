"""What is asked of both greedy filters."""

import numpy as np
import pytest

from featureshift.errors import OptionError
from featureshift.methods.baselines.fast_cmim import FastCMIM
from featureshift.methods.baselines.mrmr import MRMR
from featureshift.methods.checks import check_localizer

pytestmark = pytest.mark.parametrize("method", [MRMR, FastCMIM])


@pytest.mark.parametrize("n_rows", [30, 200])
def test_contract(rng, method, n_rows):
    check_localizer(method(), rng, n_rows=n_rows)


def test_marginal_shifts_are_found_and_as_many_as_asked_for(rng, method):
    reference, query = rng.normal(size=(2, 1000, 8))
    query[:, [2, 5]] *= 2
    result = method().localize(reference, query)
    assert set(result.shifted_features) == {"x2", "x5"}
    assert result.notes[-1].code == "decision-rule"
    for number in (1, 3, 7):
        assert method().localize(reference, query, n_shifted=number).shifted.sum() == number


def test_without_a_shift_mostly_nothing_is_flagged(rng, method):
    flagged = [method().localize(*rng.normal(size=(2, 300, 6))).shifted.any() for _ in range(20)]
    assert sum(flagged) <= 4


def test_column_order_permutes_the_scores(rng, method):
    reference, query = rng.normal(size=(2, 300, 6))
    order = rng.permutation(6)
    scores = method().localize(reference, query).scores
    permuted = method().localize(reference[:, order], query[:, order]).scores
    np.testing.assert_allclose(permuted, scores[order], rtol=1e-9, atol=1e-12)


def test_bad_options(method):
    with pytest.raises(OptionError):
        method(bins=1)

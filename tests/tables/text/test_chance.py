import numpy as np
import pytest
from scipy.stats import fisher_exact, ks_2samp

from featureshift.tables.text.chance import number_chance, share_chance
from featureshift.tables.text.sample import TextSample


@pytest.mark.parametrize(("a", "n", "b", "m"), [(3, 50, 0, 1000), (40, 100, 70, 100), (0, 9, 9, 9)])
def test_shares_by_the_exact_test(a, n, b, m):
    less, more = (
        fisher_exact([[a, n - a], [b, m - b]], alternative=way).pvalue
        for way in ("less", "greater")
    )
    assert share_chance(a / n, n, b / m, m) == pytest.approx(min(1, 2 * min(less, more)), rel=1e-6)


def test_numbers_by_their_distributions(rng):
    own, other = rng.integers(0, 50, 400), rng.integers(5, 55, 300)
    first = TextSample(("t",) * 400, np.ones(400, np.int64), 400, 400)
    second = TextSample(("t",) * 300, np.ones(300, np.int64), 300, 300)
    found = number_chance(first, own.astype(float), second, other.astype(float))
    assert found == pytest.approx(ks_2samp(own, other, method="asymp").pvalue, rel=0.7)
    assert number_chance(first, own.astype(float), first, own.astype(float)) == 1.0


def test_rows_of_one_text_are_one_witness():
    one = TextSample(("a", "b"), np.array([999, 1]), 1000, 1000)
    other = TextSample(("c", "d"), np.array([500, 500]), 1000, 1000)
    assert number_chance(one, np.array([1.0, 2.0]), other, np.array([3.0, 4.0])) > 0.01

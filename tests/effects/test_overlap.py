import numpy as np
import pytest
from scipy.stats import hypergeom, norm

from featureshift.effects.overlap import chance_table, one_minus_overlap, without_chance
from featureshift.methods.graphnet.margins.sorted_order import sorted_order


def apart(reference, query, *, levels=False):
    column = np.concatenate([reference, query]).astype(np.float32)[None]
    order = sorted_order(column, len(reference))
    return one_minus_overlap(order, len(reference), np.array([levels])).item()


@pytest.mark.parametrize(("n", "m"), [(1, 1), (5, 9), (40, 7), (30, 30)])
def test_chance_is_the_mean_over_all_ways_to_call_rows_the_query(n, m):
    expected = []
    for size in range(n + m + 1):
        in_query = np.arange(size + 1)
        share = hypergeom.pmf(in_query, n + m, size, m)
        expected.append((np.abs(in_query / m - (size - in_query) / n) * share).sum() / 2)
    np.testing.assert_allclose(chance_table(n, m), expected, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_disjoint_values_are_all_apart(seed, pieces):
    rng = np.random.default_rng(seed)
    low = 2 * rng.integers(pieces, size=300)
    assert apart(low + rng.random(300), low + 1 + rng.random(300)) == 1


def test_disjoint_levels_are_all_apart():
    rng = np.random.default_rng(0)
    reference, query = 2 * rng.integers(9, size=500), 2 * rng.integers(9, size=70) + 1
    assert apart(reference, query, levels=True) == 1
    assert apart(reference, query) == 1


@pytest.mark.parametrize("shift", [0.3, 0.5, 1.0, 2.0])
def test_two_normal_distributions_are_as_far_apart_as_theory_says(shift):
    rng = np.random.default_rng(3)
    found = [apart(rng.normal(size=2000), rng.normal(size=2000) + shift) for _ in range(10)]
    assert np.mean(found) == pytest.approx(2 * norm.cdf(shift / 2) - 1, abs=0.02)


def test_a_wider_distribution_is_apart():
    rng = np.random.default_rng(4)
    crossing = np.sqrt(8 * np.log(2) / 3)  # of the densities
    truth = 2 * (norm.cdf(crossing) - norm.cdf(crossing / 2))
    assert apart(rng.normal(size=2000), 2 * rng.normal(size=2000)) == pytest.approx(truth, abs=0.04)


def test_levels_are_as_far_apart_as_their_shares():
    reference, query = np.repeat([0, 1, 2], [500, 300, 200]), np.repeat([0, 1, 2], [300, 300, 400])
    assert apart(reference, query, levels=True) == pytest.approx(0.2, abs=0.01)


def test_missing_cells_are_a_level_of_their_own():
    values = np.arange(1000.0)
    holes = np.where(np.arange(1000) % 2 == 0, np.nan, values)
    assert apart(values, holes) == pytest.approx(0.5, abs=0.01)
    assert apart(values, np.full(100, np.nan)) == 1


def test_a_spike_in_the_middle_is_seen():
    values = np.linspace(-1, 1, 1000)
    filled = np.where(np.arange(1000) % 4 == 0, 0.0, values)
    assert apart(values, filled) == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize(
    ("n", "m", "most"), [(50, 50, 0.08), (1000, 1000, 0.015), (3000, 30, 0.06)]
)
@pytest.mark.parametrize("kind", ["numbers", "binary", "many levels"])
def test_nothing_is_apart_where_nothing_changed(n, m, most, kind):
    rng = np.random.default_rng(5)
    draw = {
        "numbers": lambda: rng.standard_cauchy(n + m),
        "binary": lambda: rng.random(n + m) < 0.1,
        "many levels": lambda: rng.integers(n + m, size=n + m) // 4,
    }[kind]
    found = []
    for _ in range(60):
        values = draw()
        found.append(apart(values[:n], values[n:], levels=kind != "numbers"))
    assert min(found) >= 0
    assert np.mean(found) < most


def test_it_rises_with_the_share_of_another_distribution():
    rng = np.random.default_rng(6)
    reference, other = rng.normal(size=(2, 2000))
    mixed, shares = rng.random(2000), (0, 0.1, 0.2, 0.4, 0.8, 1.0)
    found = [apart(reference, np.where(mixed < share, other + 6, other)) for share in shares]
    assert found == sorted(found)
    np.testing.assert_allclose(found[1:], shares[1:], atol=0.03)


def test_neither_the_unit_nor_the_place_of_the_tables_matters():
    rng = np.random.default_rng(7)
    reference, query = rng.normal(size=700), rng.normal(size=300) * 1.5
    found = apart(reference, query)
    assert 0.05 < found < 0.4
    assert apart(query, reference) == pytest.approx(found)
    assert apart(4 * reference + 1, 4 * query + 1) == pytest.approx(found)
    assert apart(rng.permutation(reference), rng.permutation(query)) == found


def test_a_column_that_chance_alone_separates_has_no_effect():
    assert without_chance(np.array([1.0]), np.array([1.0])) == 0
    singles = np.arange(40.0)
    assert apart(singles[::2], singles[1::2], levels=True) == 0

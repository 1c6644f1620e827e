import numpy as np
import pytest

from featureshift.effects.explained_variance import lost_explanation, ranks, stand_ins
from featureshift.methods.graphnet.margins.sorted_order import sorted_order


def explained(reference, query, *, levels=(), targets=None, partners=None):
    """Of tables [rows, features]; by default everyone is a partner of everyone."""
    columns = np.concatenate([reference, query]).T.astype(np.float32)
    d, cut = len(columns), len(reference)
    of_levels = np.isin(np.arange(d), levels)
    found = ranks(sorted_order(columns, cut), cut)
    tables = [
        stand_ins(own, columns[:, rows], of_levels)
        for own, rows in zip(found, (slice(cut), slice(cut, None)), strict=True)
    ]
    targets = np.arange(d) if targets is None else np.array(targets)
    everyone = np.tile(np.arange(d), (len(targets), 1))
    return lost_explanation(*tables, targets, everyone if partners is None else partners)


def related(rng, n=1000, noise=0.3):
    common = rng.normal(size=n)
    return common[:, None] + noise * rng.normal(size=(n, 4))


def test_ranks_are_those_within_each_table():
    columns = np.array([[3, 1, 2, 30, 10, 10]], np.float32)
    reference, query = ranks(sorted_order(columns, 3), 3)
    np.testing.assert_allclose(reference, [[2 / 3, -2 / 3, 0]], atol=1e-6)
    np.testing.assert_allclose(query, [[2 / 3, -1 / 3, -1 / 3]], atol=1e-6)


def test_stand_ins_are_standardized_where_present():
    codes = np.array([[0, 1, np.nan, 2], [5, 6, 7, 8]], np.float32)
    own = np.linspace(-1, 1, 8, dtype=np.float32).reshape(2, 4)
    found = stand_ins(own, codes, np.array([True, False]))
    assert found.varies.all()
    np.testing.assert_allclose(found.values[0, 0], [2**0.5, -(2**-0.5), 0, -(2**-0.5)], rtol=1e-5)
    np.testing.assert_allclose(found.values[1].mean(axis=1), 0, atol=1e-6)
    np.testing.assert_allclose(found.values[1].var(axis=1), 1, rtol=1e-5)


def test_a_shuffled_column_loses_what_was_explained():
    rng = np.random.default_rng(0)
    reference, query = related(rng), related(rng)
    before = explained(reference, query)
    assert (before.lost < 0.02).all()
    assert (before.share > 0.85).all()
    query[:, 0] = rng.permutation(query[:, 0])
    after = explained(reference, query, targets=[0])
    assert after.lost.item() == pytest.approx(before.share[0], abs=0.05)


def test_a_new_relation_is_a_change_too():
    rng = np.random.default_rng(1)
    reference, query = related(rng), related(rng)
    reference[:, 0] = rng.permutation(reference[:, 0])
    assert explained(reference, query, targets=[0]).lost.item() > 0.8


def test_a_relation_to_the_size_of_a_value_is_seen():
    rng = np.random.default_rng(2)
    tables = rng.normal(size=(2, 1000, 2))
    tables[:, :, 1] = np.abs(tables[:, :, 0])
    tables[1, :, 1] = rng.permutation(tables[1, :, 1])
    assert (explained(*tables).lost > 0.8).all()


def test_another_unit_offset_or_curve_changes_no_relation():
    rng = np.random.default_rng(3)
    reference, query = related(rng), related(rng)
    expected = explained(reference, query)
    query[:, 0], query[:, 1], query[:, 2] = query[:, 0] + 9, 4 * query[:, 1], np.exp(query[:, 2])
    found = explained(reference, query)
    np.testing.assert_allclose(found.lost, expected.lost, atol=1e-5)


def test_the_place_of_the_tables_does_not_matter():
    rng = np.random.default_rng(4)
    reference, query = related(rng, 900), related(rng, 400, noise=1.0)
    np.testing.assert_allclose(
        explained(reference, query).lost, explained(query, reference).lost, rtol=1e-4
    )


@pytest.mark.parametrize(("n", "m", "most"), [(60, 60, 0.03), (500, 500, 0.01), (2000, 50, 0.03)])
def test_nothing_is_lost_where_nothing_changed(n, m, most):
    rng = np.random.default_rng(5)
    found = [explained(related(rng, n, 0.7), related(rng, m, 0.7)).lost for _ in range(30)]
    assert np.min(found) >= 0
    assert np.mean(found) < most


def test_more_noise_loses_more():
    rng = np.random.default_rng(6)
    reference, query = related(rng, 2000), related(rng, 2000)
    noise = rng.normal(size=2000)
    found = []
    for share in (0, 0.3, 1.0, 3.0):
        noisy = query.copy()
        noisy[:, 0] += share * noise
        found.append(explained(reference, noisy, targets=[0]).lost.item())
    assert found == sorted(found)
    assert found[0] < 0.02
    assert found[-1] > 0.6


def test_levels_are_explained_and_lost():
    rng = np.random.default_rng(7)
    tables = []
    for _ in range(2):
        x = rng.normal(size=1500)
        tables.append(np.column_stack([x, np.digitize(x, [0.0, 1.0])]))
    assert explained(*tables, levels=[1], targets=[1]).share.item() > 0.5
    assert explained(*tables, levels=[1], targets=[1]).lost.item() < 0.05
    tables[1][:, 1] = rng.permutation(tables[1][:, 1])
    assert explained(*tables, levels=[1], targets=[1]).lost.item() > 0.5


def test_without_partners_or_rows_nothing_can_be_said():
    rng = np.random.default_rng(8)
    alone = explained(*(related(rng)[:, :1] for _ in range(2)))
    assert np.isnan(alone.lost).all()
    assert np.isnan(explained(related(rng), related(rng, 20)).lost).all()
    some = explained(
        related(rng), related(rng), targets=[0, 1], partners=np.array([[0, 0], [0, 2]])
    )
    assert np.isnan(some.lost).tolist() == [True, False]


def test_a_constant_has_no_relation_to_lose():
    rng = np.random.default_rng(9)
    reference, query = related(rng), related(rng)
    query[:, 0] = 1.0
    assert explained(reference, query, targets=[0]).lost.item() == 0

import numpy as np
import pytest

from featureshift.effects.effect_sizes import HIGHEST, NARROW, effect_sizes
from featureshift.engines.reading import read_pair
from featureshift.tables.kept import explained_rows


def found_in(reference, query, *, flagged=(), partners=None, scores=None):
    pair = read_pair(reference, query)
    flags = np.isin(np.arange(pair.n_features), flagged)
    scores = flags.astype(float) if scores is None else scores
    return effect_sizes(pair, scores, flags, partners)


def related(rng, n, d=6, noise=0.5):
    return rng.normal(size=(n, 1)) + noise * rng.normal(size=(n, d))


def test_values_and_relations_are_told_apart():
    rng = np.random.default_rng(0)
    reference, query = related(rng, 1500), related(rng, 1500)
    query[:, 0] += 3
    query[:, 1] = rng.permutation(query[:, 1])
    found = found_in(reference, query, flagged=[0, 1])
    assert found.values[0] > 0.7
    assert found.relations[0] < 0.05
    assert found.values[1] < 0.05
    assert found.relations[1] > 0.6
    assert np.fmax(*found)[2:].max() < 0.08


def test_a_column_does_not_pay_for_its_partner():
    rng = np.random.default_rng(1)
    reference, query = related(rng, 1500, 3), related(rng, 1500, 3)
    query[:, 0] = rng.permutation(query[:, 0])
    assert found_in(reference, query).relations[1] > 0.1  # nobody is flagged: who is to blame?
    assert found_in(reference, query, flagged=[0]).relations[1] < 0.05


def test_two_flagged_columns_related_to_each_other_alone_are_both_measured():
    rng = np.random.default_rng(2)
    reference, query = rng.normal(size=(2, 1500, 5))
    reference[:, 1] = reference[:, 0] + 0.2 * rng.normal(size=1500)
    found = found_in(reference, query, flagged=[0, 1])
    assert (found.relations[:2] > 0.8).all()


def test_row_order_does_not_matter():
    rng = np.random.default_rng(3)
    reference, query = related(rng, 3000), related(rng, 2500)
    query[:, 0] *= 2
    expected = found_in(reference, query)
    shuffled = found_in(rng.permutation(reference), rng.permutation(query))
    np.testing.assert_allclose(shuffled.values, expected.values)
    np.testing.assert_allclose(shuffled.relations, expected.relations, atol=1e-6)


def test_swapped_tables_have_the_same_effects_of_values():
    rng = np.random.default_rng(4)
    reference, query = related(rng, 900), 1.3 * related(rng, 400)
    expected, swapped = found_in(reference, query), found_in(query, reference)
    np.testing.assert_allclose(swapped.values, expected.values)


def test_unshifted_tables_have_no_effect_on_average():
    rng = np.random.default_rng(5)
    larger = [np.fmax(*found_in(related(rng, 600), related(rng, 600))) for _ in range(25)]
    assert np.mean(larger) < 0.02
    assert np.min(larger) >= 0


def test_wide_tables_are_measured_closely_where_it_matters():
    rng = np.random.default_rng(6)
    d = NARROW + 500
    reference, query = (related(rng, 400, d).astype(np.float32) for _ in range(2))
    query[:, 7] = rng.permutation(query[:, 7])
    query[:, d - 1] += 9
    partners = (np.arange(d)[:, None] + np.arange(1, 7)) % d
    scores = -np.arange(d, dtype=float)
    found = found_in(reference, query, flagged=[7], partners=partners, scores=scores)
    assert found.relations[7] > 0.5
    assert found.values[d - 1] == 1
    assert np.isnan(found.relations[d - 1])
    assert not np.isnan(found.relations[:HIGHEST]).any()
    assert found.values[100 : d - 1].mean() < 0.04


def test_wide_tables_find_partners_where_the_method_has_none():
    rng = np.random.default_rng(7)
    d = NARROW + 1
    reference, query = (related(rng, 300, d).astype(np.float32) for _ in range(2))
    query[:, 3] = rng.permutation(query[:, 3])
    assert explained_rows(d) >= 300
    assert found_in(reference, query, flagged=[3]).relations[3] > 0.5


@pytest.mark.parametrize("rows", [1, 2, 5])
def test_hardly_any_rows(rows):
    rng = np.random.default_rng(8)
    found = found_in(related(rng, rows), related(rng, rows))
    assert ((found.values >= 0) & (found.values <= 1)).all()
    assert np.isnan(found.relations).all()


def test_columns_of_all_kinds():
    rng = np.random.default_rng(9)
    import pyarrow as pa

    def table(shares, missing):
        n = 800
        x = rng.normal(size=n)
        return pa.table(
            {
                "x": x,
                "color": rng.choice(["red", "green", "blue"], n, p=shares),
                "holes": np.where(rng.random(n) < missing, np.nan, x),
                "constant": np.ones(n),
                "flag": rng.random(n) < 0.3,
            }
        )

    found = found_in(table([0.6, 0.3, 0.1], 0.1), table([0.2, 0.3, 0.5], 0.5))
    np.testing.assert_allclose(found.values, [0, 0.4, 0.4, 0, 0], atol=0.08)

import numpy as np

from featureshift.explain.columns import column_pairs
from featureshift.explain.where.families import STRETCHES, cuts, families, stretches

from ..building import localized, table


def families_of(rng, changed=("x",), **more):
    reference, query = table(rng, 400), table(rng, 400)
    more = {name: draw(rng) for name, draw in more.items()}
    kept = localized(reference | more, query | more, ["x"]).evidence
    return families(kept, column_pairs(kept), changed)


def test_every_sound_column_and_the_order_are_tried(rng):
    made = families_of(rng, device=lambda rng: rng.integers(0, 12, 400).astype(float))
    found = {(family.feature, family.kind) for family in made}
    assert {("text", "levels"), ("a", "cuts"), (None, "order")} <= found
    assert {("device", "levels"), ("device", "cuts")} <= found
    assert "x" not in {feature for feature, _ in found}
    assert ("a", "levels") not in found


def test_simplest_first(rng):
    kinds = [family.kind for family in families_of(rng)]
    assert kinds == sorted(kinds, key=["levels", "cuts", "order"].index)


def test_rows_go_to_cells(rng):
    for family in families_of(rng):
        size = family.sets.shape[1]
        for values, cells in zip(family.values[:2], family.cells, strict=True):
            assert len(values) == len(cells)
            assert cells.min() >= 0
            np.testing.assert_array_equal(cells == size, np.isnan(values))
            known = np.argsort(values)[: (cells < size).sum()]
            assert (np.diff(cells[known]) >= 0).all()


def test_sets_of_cells():
    assert len(cuts(8)) == 14
    assert len(stretches(STRETCHES)) == STRETCHES * (STRETCHES + 1) // 2 - 1
    assert not stretches(STRETCHES).all(axis=1).any()

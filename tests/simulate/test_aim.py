"""Which columns are struck."""

import numpy as np

from featureshift.simulate import Scene, manipulation_named
from featureshift.simulate.aim import draw_aimed

GROUP, RESULT, ANY = map(manipulation_named, ("group-resampled", "result-resampled", "offset"))


def scene(sizes, rng, rows=400, lone=6):
    """Groups of columns with one cause each, then columns that stand alone."""
    columns = []
    for size in sizes:
        cause = rng.normal(size=(rows, 1))
        columns.append(0.8 * cause + 0.6 * rng.normal(size=(rows, size)))
    columns.append(rng.normal(size=(rows, lone)))
    values = np.concatenate(columns, axis=1).astype(np.float32)
    d = values.shape[1]
    return Scene(values, values, np.empty(0, np.intp), np.zeros(d, bool))


def drawn(manipulation, scene, derived=None, count=60, share=0.9):
    none = np.zeros(scene.query.shape[1], bool) if derived is None else derived
    return [
        draw_aimed(manipulation, scene, none, share, np.random.default_rng(seed))
        for seed in range(count)
    ]


def test_the_smaller_side_of_one_group(rng):
    found = drawn(GROUP, scene((7, 5), rng))
    for chosen in found:
        in_first = bool((chosen < 7).all())
        assert in_first or ((chosen >= 7) & (chosen < 12)).all()
        assert 1 <= len(chosen) <= (3 if in_first else 2)
        assert (np.diff(chosen) > 0).all()
    assert {len(chosen) for chosen in found} == {1, 2, 3}


def test_no_share_larger_than_allowed(rng):
    assert {len(chosen) for chosen in drawn(GROUP, scene((15,), rng), share=0.1)} == {1, 2}


def test_two_columns_or_few_rows_make_no_group(rng):
    assert not any(map(len, drawn(GROUP, scene((2, 2), rng))))
    assert not any(map(len, drawn(GROUP, scene((7,), rng, rows=10))))


def test_results_are_found_where_there_are_any(rng):
    here = scene((4,), rng)
    derived = np.zeros(10, bool)
    assert not any(map(len, drawn(RESULT, here)))
    derived[[3, 8]] = True
    found = drawn(RESULT, here, derived)
    assert set(np.concatenate(found)) == {3, 8}
    assert {len(chosen) for chosen in found} == {1, 2}


def test_others_strike_any_column(rng):
    assert set(np.concatenate(drawn(ANY, scene((4,), rng)))) == set(range(10))

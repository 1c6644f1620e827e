"""The contract of a manipulation, as a check that anyone can run on one of their own."""

from __future__ import annotations

import numpy as np

from featureshift.simulate.manipulation import Flags, Manipulation, Scene


def check_manipulation(manipulation: Manipulation, rng: np.random.Generator) -> None:
    """Raise AssertionError, saying why, where a manipulation breaks the contract of all.

    New columns only, in shape, float32 and finite, in [0, 1] unless it leaves that range; the scene
    untouched; same generator, same columns; missing cells stay as many as they were unless whole
    cells are moved; constant and all-missing columns survive.
    """
    categorical = np.full(8, "continuous" not in manipulation.applies_to)
    for holes in (0.0, 0.2):
        scene = _scene(categorical, holes, rng)
        before = scene.reference.copy(), scene.query.copy()
        seed = int(rng.integers(2**32))
        first, again = (
            manipulation.new_columns(scene, np.random.default_rng(seed)) for _ in range(2)
        )
        _agree(first.shape == (len(scene.query), len(scene.chosen)), "columns of another shape")
        _agree(first.dtype == np.float32, "columns of another type than float32")
        _agree(np.array_equal(first, again, equal_nan=True), "same generator, other columns")
        same = [
            np.array_equal(old, new, equal_nan=True)
            for old, new in zip(before, (scene.reference, scene.query), strict=True)
        ]
        _agree(all(same), "the scene was modified")
        present = first[~np.isnan(first)]
        _agree(bool(np.isfinite(present).all()), "infinite values")
        inside = bool(((present >= 0) & (present <= 1)).all())
        _agree(inside or manipulation.leaves_range, "values outside of [0, 1]")
        if not manipulation.moves_cells:
            kept = np.array_equal(np.isnan(first), np.isnan(scene.chosen_query))
            _agree(kept, "missing cells came or went")


def _scene(categorical: Flags, holes: float, rng: np.random.Generator) -> Scene:
    tables = []
    for rows in (60, 50):
        values = rng.random((rows, 8), dtype=np.float32)
        if categorical.any():
            values = np.round(values)
        values[:, 2] = 0.0
        values[rng.random(values.shape) < holes] = np.nan
        if holes:
            values[:, 5] = np.nan
        tables.append(values)
    return Scene(tables[0], tables[1], np.array([1, 2, 5]), categorical)


def _agree(holds: bool, complaint: str) -> None:
    if not holds:
        raise AssertionError(complaint)

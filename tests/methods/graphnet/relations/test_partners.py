"""The partners are what a plain look at all relations says."""

import numpy as np
import pytest

from featureshift.engines import parallel as cores
from featureshift.methods.graphnet.relations import partners
from featureshift.methods.graphnet.relations.correlation import standardize, strip
from featureshift.methods.graphnet.relations.partners import (
    MOST_CHANGED,
    STRONGEST,
    find_partners,
)


@pytest.fixture
def tables(rng):
    loadings = rng.normal(size=(90, 4))
    made = [loadings @ rng.normal(size=(4, n)) + rng.normal(size=(90, n)) for n in (300, 220)]
    made[1][:9] = rng.permuted(made[1][:9], axis=1)
    made[0][40:50], made[1][40:50] = made[0][40:50] > 2, made[1][40:50] > 2
    return [standardize(table.astype(np.float32)) for table in made]


def test_partners_are_the_strongest_and_the_most_changed(tables):
    found, relations = find_partners(*tables), strip(*tables, np.arange(90))
    strength = np.maximum(np.abs(relations.reference), np.abs(relations.query))
    strongest = np.argsort(-strength, axis=1)[:, :STRONGEST]
    changes = np.maximum(np.abs(relations.change), 0.8 * np.abs(relations.square_change))
    np.put_along_axis(changes, strongest, -1, axis=1)
    changed = np.argsort(-changes, axis=1)[:, :MOST_CHANGED]
    assert np.array_equal(found.features, np.concatenate([strongest, changed], axis=1))
    expected = np.take_along_axis(relations.reference, found.features, axis=1)
    assert np.abs(found.edges[:, :, 0] - expected).max() < 1e-5


def test_strips_and_threads_change_nothing(tables, monkeypatch):
    whole = find_partners(*tables)
    monkeypatch.setattr(partners, "STRIP_CELLS", 90 * 7)
    for workers in (1, 3):
        monkeypatch.setattr(cores, "MOST_THREADS", workers)
        for one, other in zip(whole, find_partners(*tables), strict=True):
            assert np.array_equal(one, other)

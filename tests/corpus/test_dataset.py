from __future__ import annotations

import numpy as np
import pytest

from featureshift.corpus import Dataset, Provenance
from featureshift.errors import TableError

ORIGIN = Provenance("by hand", "CC0-1.0")


def of(values, name="tiny"):
    values = np.asarray(values, np.float32)
    return Dataset(name, values, np.zeros(values.shape[1], bool), ORIGIN)


def test_the_hash_is_of_shape_and_values_alone():
    table = of([[1, 2], [3, 4]])
    assert table.sha256 == of([[1, 2], [3, 4]], name="other").sha256
    assert table.sha256 == of(np.asfortranarray([[1, 2], [3, 4]])).sha256
    assert table.sha256 != of([[1, 2], [3, 5]]).sha256
    assert table.sha256 != of([[1, 2, 3, 4]]).sha256


def test_values_are_float32_and_cannot_be_written_to():
    values = np.zeros((2, 2))
    table = Dataset("tiny", values, np.zeros(2, bool), ORIGIN)
    assert table.values.dtype == np.float32
    assert (table.n_rows, table.n_features) == (2, 2)
    with pytest.raises(ValueError, match="read-only"):
        table.values[0, 0] = 1
    values[0, 0] = 1


def test_wrong_shapes_are_refused():
    with pytest.raises(TableError, match="wrong shape"):
        Dataset("tiny", np.zeros((2, 3), np.float32), np.zeros(2, bool), ORIGIN)
    with pytest.raises(TableError, match="wrong shape"):
        Dataset("tiny", np.zeros(3, np.float32), np.zeros(3, bool), ORIGIN)

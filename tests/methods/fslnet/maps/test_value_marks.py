import numpy as np
import pytest

from featureshift.methods.fslnet.maps.value_marks import (
    VALUE_CHANNELS,
    StrangersReader,
    ValueMarks,
    value_contrasts,
)


def contrasts(reference, query):
    tables = [np.asarray(table, np.float32) for table in (reference, query)]
    marks = [ValueMarks.start(table.shape[1]).update(table) for table in tables]
    reader = StrangersReader(*marks)
    strangers = [reader.update(reader.start(table.shape[1]), table) for table in tables]
    counts = [np.sum(~np.isnan(table), axis=0) for table in tables]
    found = value_contrasts(tuple(marks), tuple(strangers), tuple(counts))
    return dict(zip(VALUE_CHANNELS, found, strict=True))


def test_partitions_and_order_change_nothing(rng):
    block = rng.integers(0, 300, size=(500, 140)).astype(np.float32) / 299
    block[rng.random(block.shape) < 0.1] = np.nan
    whole = ValueMarks.start(140).update(block)
    parts = [ValueMarks.start(140).update(part) for part in np.split(rng.permutation(block), 4)]
    merged = parts[0].merge(parts[1]).merge(parts[2].merge(parts[3]))
    assert (merged.marks == whole.marks).all()


def test_grey_levels_with_a_little_noise_are_new(rng):
    levels = rng.integers(0, 256, size=(2000, 3)) / 255
    query = levels[1000:].copy()
    query[:, 1] += 1e-4 * rng.random(1000)
    found = contrasts(levels[:1000], query)
    assert found["value_new_surplus"][1] > 3
    assert abs(found["value_new_surplus"][[0, 2]]).max() < 1.5


def test_values_of_a_continuous_column_are_expected_to_be_new(rng):
    found = contrasts(rng.random((300, 20)), rng.random((200, 20)))
    assert abs(found["value_new_surplus"]).max() < 2.5
    assert found["value_new_expected"].min() > 1


def test_zero_has_one_value_and_missing_none():
    found = contrasts([[0.0, np.nan]] * 3, [[-0.0, np.nan]] * 3)
    assert found["value_new"].tolist() == [0, 0]
    assert found["value_kinds_query"][1] == pytest.approx(-1.5)

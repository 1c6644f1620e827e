import datetime as dt
import decimal

import numpy as np
import pyarrow as pa
import pytest

from featureshift.tables.arrow import hash_text, numbers
from featureshift.tables.kinds import Kind
from featureshift.tables.sources import as_table
from featureshift.tables.table import Selection

NAN = np.nan


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (pa.array([1, None, 3], pa.int32()), [1, NAN, 3]),
        (pa.array([1.5, None, NAN]), [1.5, NAN, NAN]),
        (pa.array([True, None, False]), [1, NAN, 0]),
        (pa.array([None, None]), [NAN, NAN]),
        (pa.array([decimal.Decimal("1.25"), None]), [1.25, NAN]),
        (pa.array([dt.date(1970, 1, 2), None]), [86400, NAN]),
        (pa.array([dt.datetime(1970, 1, 1, 0, 0, 2), None], pa.timestamp("ns")), [2, NAN]),
        (pa.array([dt.timedelta(seconds=3), None], pa.duration("ms")), [3, NAN]),
        (pa.array([dt.time(0, 1), None], pa.time32("s")), [60, NAN]),
        (pa.array([7, None, 7]).dictionary_encode(), [7, NAN, 7]),
        (pa.array([9, 1, None, 3]).slice(1), [1, NAN, 3]),
        (pa.array([0.5, None], pa.float16()), [0.5, NAN]),
        (pa.array([], pa.int64()), []),
    ],
)
def test_numbers(array, expected):
    np.testing.assert_array_equal(numbers(array), expected)


def test_hash_is_stable_and_fits_a_double():
    assert hash_text("red") == hash_text("red") != hash_text("Red")
    assert all(hash_text(str(i)) < 2**52 for i in range(1000))
    assert len({hash_text(str(i)) for i in range(10_000)}) == 10_000


def test_categories_come_as_hashes_with_their_texts():
    table = as_table(pa.table({"c": ["b", None, "a", "b", ""]}))
    (part,) = table.partitions()
    (batch,) = part.batches([Selection(0, Kind.CATEGORICAL)])
    a, b = hash_text("a"), hash_text("b")
    np.testing.assert_array_equal(batch.values[:, 0], [b, NAN, a, b, NAN])
    assert dict(batch.levels[0]) == {a: "a", b: "b"}


def test_the_same_category_has_one_hash_whatever_the_encoding():
    texts = ["u", "v", None, "u"]
    forms = [
        pa.array(texts),
        pa.array(texts).dictionary_encode(),
        pa.array(texts, pa.large_string()),
    ]
    read = [
        next(part.batches([Selection(0, Kind.CATEGORICAL)]))
        for form in forms
        for part in as_table(pa.table({"c": form})).partitions()
    ]
    for batch in read[1:]:
        np.testing.assert_array_equal(batch.values, read[0].values)

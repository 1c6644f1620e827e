import pyarrow as pa
import pytest

from featureshift.tables.kinds import Kind, Note, kind_of_arrow, reconcile

N, B, C, D, X, E, U = (
    Kind.NUMERIC,
    Kind.BOOLEAN,
    Kind.CATEGORICAL,
    Kind.DATETIME,
    Kind.CODED,
    Kind.EMPTY,
    Kind.UNSUPPORTED,
)


@pytest.mark.parametrize(
    ("dtype", "kind"),
    [
        (pa.float32(), N),
        (pa.uint64(), N),
        (pa.decimal128(10, 2), N),
        (pa.duration("ms"), N),
        (pa.time32("s"), N),
        (pa.bool_(), B),
        (pa.large_string(), C),
        (pa.string_view(), C),
        (pa.dictionary(pa.int32(), pa.string()), C),
        (pa.dictionary(pa.int8(), pa.int64()), X),
        (pa.timestamp("ns", "UTC"), D),
        (pa.date64(), D),
        (pa.null(), E),
        (pa.binary(), U),
        (pa.struct([("a", pa.int8())]), U),
    ],
)
def test_kind_of_arrow(dtype, kind):
    assert kind_of_arrow(dtype) is kind


@pytest.mark.parametrize(
    ("left", "right", "common"),
    [
        (N, N, N),
        (N, B, N),
        (B, B, B),
        (C, C, C),
        (X, X, C),
        (X, N, N),
        (X, C, C),
        (E, C, C),
        (E, E, E),
        (D, N, None),
        (C, N, None),
        (U, U, None),
        (U, E, None),
    ],
)
def test_reconcile_is_symmetric(left, right, common):
    assert reconcile(left, right) is common
    assert reconcile(right, left) is common


def test_note_reads_as_a_sentence():
    assert str(Note("age", "empty", "has no value")) == "age: has no value"
    assert str(Note(None, "rule", "decided by the knee")) == "decided by the knee"

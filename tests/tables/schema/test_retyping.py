import pyarrow as pa
import pytest

from featureshift.tables import as_table
from featureshift.tables.schema import ChangeKind
from featureshift.tables.schema.retyping import retype

NUMBERS = [float(n) for n in range(60)]


def change(reference, query):
    tables = as_table(pa.table({"x": reference})), as_table(pa.table({"x": query}))
    found = retype(tables, ["x"])
    return (found[0].change, found[0].readings) if found else (None, (None, None))


def test_the_example_is_the_cell_that_makes_it_text():
    found, _ = change(NUMBERS, [*map(str, NUMBERS[:-1]), "unknown"])
    assert found.message == "type changed: number -> text (e.g. 'unknown'); compared as numbers"
    found, _ = change(NUMBERS, [f"{n:.0f},50" for n in NUMBERS])
    assert found.message.startswith("type changed: number -> text (e.g. '0,50'); compared as ")


def test_only_the_side_with_texts_is_read():
    _, readings = change([str(n) for n in NUMBERS], NUMBERS)
    assert [reading is not None for reading in readings] == [True, False]
    _, readings = change([f"{n}" for n in NUMBERS], [f"{n} kg" for n in NUMBERS])
    assert [reading is not None for reading in readings] == [True, True]


def test_one_format_for_both_is_no_change():
    small, large = [f"{n:,.2f}" for n in NUMBERS], [f"{1000 * n:,.2f}" for n in NUMBERS]
    assert change(small, large) == (None, (None, None))
    assert change(["1", "2"] * 20, ["3", "4"] * 20)[0] is None


def test_text_without_a_cell_is_read_as_the_other_table():
    nothing = pa.array([None] * 60, pa.string())
    found, readings = change(NUMBERS, nothing)
    assert found is None
    assert readings[1] is not None


def test_texts_of_no_format_are_not_compared():
    found, readings = change(NUMBERS, [f"row {n}" for n in NUMBERS])
    assert found.kind is ChangeKind.TYPE
    assert found.message.endswith("not compared")
    assert readings == (None, None)


@pytest.mark.parametrize(
    ("dtype", "word"), [(pa.time32("s"), "time of day"), (pa.duration("s"), "duration")]
)
def test_times_are_no_plain_numbers(dtype, word):
    times = pa.array(range(60), pa.int32() if dtype.bit_width == 32 else pa.int64()).cast(dtype)
    found, _ = change(NUMBERS, times)
    assert found.message == f"type changed: number -> {word}"


def test_long_cells_are_cut():
    found, _ = change(NUMBERS, [f"{n} {'and so on' * 50}" for n in NUMBERS])
    assert len(found.message) < 120

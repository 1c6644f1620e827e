import numpy as np
import pytest

import featureshift as fs
from featureshift.tables.columns import arrow_column

BEYOND_TEXT = 10**5000
"""More digits than Python writes."""


def test_whole_numbers_of_any_size_are_numbers():
    array, note = arrow_column("a", [1, 10**400, -BEYOND_TEXT, None])
    assert array.to_pylist() == [1.0, np.inf, -np.inf, None]
    assert note is None


def test_among_texts_they_are_texts():
    array, note = arrow_column("a", ["x", BEYOND_TEXT])
    assert array.to_pylist() == ["x", hex(BEYOND_TEXT)]
    assert note.code == "mixed-types"


@pytest.mark.parametrize("kind", ["M", "m"])
@pytest.mark.parametrize("unit", ["ps", "fs", "as"])
def test_units_finer_than_those_of_arrow(kind, unit):
    per_nanosecond = {"ps": 10**3, "fs": 10**6, "as": 10**9}[unit]
    counts = np.array([-per_nanosecond, 0, 5 * per_nanosecond], np.int64)
    values = counts.view(f"{kind}8[{unit}]")
    array, _ = arrow_column("a", np.append(values, np.array(["NaT"], values.dtype)))
    assert array.cast("int64").to_pylist() == [-1, 0, 5, None]


@pytest.mark.parametrize("unit", ["Y", "M", "W", "D", "10s", "as"])
def test_instants_of_any_unit_are_compared(rng, unit):
    days = [rng.integers(0, 200, 300).astype(f"M8[{unit}]") for _ in range(2)]
    result = fs.localize({"day": days[0]}, {"day": days[1]}, method="sm-threshold")
    assert result.features == ("day",)

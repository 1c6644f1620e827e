import narwhals as nw
import polars as pl
import pytest

from featureshift.repair.numbers_as_text import numbers_of
from featureshift.repair.step import CannotRepairError


def read(texts):
    return numbers_of(nw.from_native(pl.Series("x", texts, dtype=pl.String), series_only=True))


@pytest.mark.parametrize(
    ("texts", "numbers", "words"),
    [
        (["12,50", "-3,1", None], [12.5, -3.1, None], "a decimal comma"),
        (["1.234,5", "12"], [1234.5, 12.0], "a decimal comma and points between thousands"),
        (["1,234.5", "12"], [1234.5, 12.0], "commas between thousands"),
        (["EUR 12,5", "EUR 7"], [12.5, 7.0], "a decimal comma"),
        (
            ["12,5 €", "1\u00a0007,0 €"],
            [12.5, 1007.0],
            "a decimal comma and spaces between thousands",
        ),
        (["0012", " 7 ", ""], [12.0, 7.0, None], "plain numbers"),
        (["\u22123,5", "+2,25"], [-3.5, 2.25], "a decimal comma"),
    ],
)
def test_numbers_as_people_write_them(texts, numbers, words):
    found, written = read(texts)
    assert found.to_list() == numbers
    assert written == words
    assert found.implementation.is_polars()


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        (["1,234", "5,678"], "two ways"),
        (["12,5", "north"], "not every cell"),
        (["12 %", "5 %"], "percents"),
        ([None, ""], "no cell"),
        (["1,23,4"], "not every cell"),
        (["EUR 5,5", "USD 5,5"], "not every cell"),
    ],
)
def test_what_leaves_a_doubt_is_not_read(texts, why):
    with pytest.raises(CannotRepairError, match=why):
        read(texts)

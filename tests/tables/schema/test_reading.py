import numpy as np
import pytest

from featureshift.tables.schema.date_format import DateFormat
from featureshift.tables.schema.number_format import NumberFormat
from featureshift.tables.schema.reading import dates_in, follows, numbers_in, parsed

SMALL, LARGE = np.linspace(1, 2, 50), np.linspace(1000, 2000, 50)
OPEN = [f"1,{n:03d}" for n in range(100, 900, 10)]
"""A comma that may separate thousands or decimals."""


def test_the_other_table_decides_what_a_comma_means():
    assert numbers_in(OPEN, SMALL) == NumberFormat(",")
    assert numbers_in(OPEN, LARGE) == NumberFormat(".", ",")


def test_one_cell_decides_what_a_comma_means():
    assert numbers_in([*OPEN, "1,234,567"], SMALL) == NumberFormat(".", ",")


def test_percents_become_shares_where_the_other_table_has_shares():
    texts = [f"{n}%" for n in range(1, 100)]
    assert numbers_in(texts, np.linspace(0, 1, 50)).factor == 0.01
    assert numbers_in(texts, np.linspace(0, 100, 50)).factor == 1.0


@pytest.mark.parametrize(("wrong", "readable"), [(1, True), (4, True), (7, False)])
def test_nearly_all_cells_must_follow(wrong, readable):
    texts = [f"{n},5" for n in range(100 - wrong)] + ["see below"] * wrong
    assert (numbers_in(texts) is not None) is readable


def test_two_currencies_are_no_format():
    assert numbers_in(["$5", "€5"] * 20) is None


def test_words_for_missing_do_not_count():
    reading = numbers_in(["1.5", "n/a", "n/a"])
    assert reading == NumberFormat()
    assert np.isnan(parsed(reading, ["n/a"])).all()


def test_the_other_table_decides_what_comes_first_in_a_date():
    texts = [f"{day:02d}/06/2024" for day in range(1, 13)]
    june = parsed(DateFormat("%d/%m/%Y"), texts)
    year = parsed(DateFormat("%m/%d/%Y"), texts)
    assert dates_in(texts, june) == DateFormat("%d/%m/%Y")
    assert dates_in(texts, year) == DateFormat("%m/%d/%Y")


def test_names_are_neither():
    names = ["Ada", "Grace", "Emmy"] * 10
    assert numbers_in(names) is None
    assert dates_in(names) is None


def test_follows():
    assert follows(NumberFormat(), ["1", "2"])
    assert not follows(NumberFormat(), ["1", "x"])
    assert not follows(NumberFormat(), [])

import re

import pytest

from featureshift.tables.files.cells import LEADING_ZERO, is_number, is_typed


@pytest.mark.parametrize("cell", ["0", "-1", "+2.5", ".5", "3.", "1e5", "1,234.5", " 7 ", "1'000"])
def test_numbers_with_a_decimal_point(cell):
    assert is_number(cell, ".")


@pytest.mark.parametrize(
    "cell", ["", "007", "00.5", "1,5", "1,23,456", "1.2.3", "x", "0x1f", "1-2"]
)
def test_what_is_no_number(cell):
    assert not is_number(cell, ".")


@pytest.mark.parametrize("cell", ["1,5", "1.234,5", "-0,5", "1.234.567", "12\u00a0345,6"])
def test_numbers_with_a_decimal_comma(cell):
    assert is_number(cell, ",")


@pytest.mark.parametrize("cell", ["NA", "true", "2024-01-31 08:15:00", "2024-01-31T08:15Z"])
def test_more_than_a_text(cell):
    assert is_typed(cell)


@pytest.mark.parametrize(
    ("cell", "zero"), [("007", True), (" 01", True), ("0", False), ("0.5", False)]
)
def test_leading_zeros(cell, zero):
    assert bool(re.match(LEADING_ZERO, cell)) is zero

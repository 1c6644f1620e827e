import io

import pyarrow as pa
import pytest

from featureshift.tables.files import numbers_in_text
from featureshift.tables.files.numbers_in_text import has_leading_zeros, parsed_numbers


@pytest.mark.parametrize(
    ("cells", "decimal", "numbers", "sign"),
    [
        (["1,234.5", "-7", None], ".", [1234.5, -7, None], ","),
        (["1.234", "12.345.678,25"], ",", [1234, 12345678.25], "."),
        (["1 234,5", "6"], ",", [1234.5, 6], " "),
        (["1'234.5", "6"], ".", [1234.5, 6], "'"),
        (["1\u202f234", "6"], ".", [1234, 6], "\u202f"),
        (["1,5", "6"], ",", [1.5, 6], ""),
    ],
)
def test_numbers(cells, decimal, numbers, sign):
    column, found = parsed_numbers(pa.chunked_array([cells]), decimal, None)
    assert (column.to_pylist(), found) == (numbers, sign)


@pytest.mark.parametrize(
    ("cells", "decimal"),
    [
        (["1,234.5", "x"], "."),
        (["1,23"], "."),
        (["1,234", "1.234,5"], "."),
        (["030 123 456"], "."),  # a telephone number
        (["1,234'567"], "."),
        (["1,000"] * 100 + ["many"], "."),
    ],
)
def test_texts(cells, decimal):
    assert parsed_numbers(pa.chunked_array([cells]), decimal, None) is None


def test_only_the_sign_that_is_said():
    assert parsed_numbers(pa.chunked_array([["1 234"]]), ".", ",") is None
    assert parsed_numbers(pa.chunked_array([["1,234"]]), ".", "") is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b"a;b\n1;2\n", False),
        (b"01;2\n", True),
        (b"a;b\n1;02\n", True),
        (b'a;b\n1;"02"\n', True),
        (b"a;b\n0;0.5\n10;100\n", False),
        (b"2024-01-05;x\n", False),
        (b"a,01\n", False),  # the comma separates nothing here
        (b"", False),
        (b"0", False),
    ],
)
@pytest.mark.parametrize("block", [1, 2, 3, 1 << 20])
def test_leading_zeros_are_seen_wherever_blocks_end(monkeypatch, text, found, block):
    monkeypatch.setattr(numbers_in_text, "_BLOCK", block)
    assert has_leading_zeros(io.BytesIO(text), ";", '"') is found

import math

import pytest

from featureshift.tables.schema.number_format import NumberFormat, number_formats

GERMAN = NumberFormat(",", ".")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12,5", 12.5),
        ("1.234", 1234.0),
        ("1.234.567,89", 1234567.89),
        ("-3", -3.0),
        ("−3,5", -3.5),
        ("(12,50)", -12.5),
        ("12,50-", -12.5),
        (",5", 0.5),
        ("  7 ", 7.0),
        ("1,5e3", 1500.0),
    ],
)
def test_numbers_are_read(text, number):
    assert GERMAN.parse(text) == number


@pytest.mark.parametrize(
    "text", ["1,234.5", "12.34", "1.2345", "abc", "12 34", "1,2,3", "12,5 €", "1.", "(5", "--5"]
)
def test_what_does_not_follow_has_no_number(text):
    assert GERMAN.parse(text) == math.inf


@pytest.mark.parametrize("text", ["n/a", "NaN", " - ", "NULL"])
def test_words_for_missing_are_missing(text):
    assert math.isnan(GERMAN.parse(text))


@pytest.mark.parametrize(
    ("text", "affixes"),
    [
        ("€ 5", ("€", "")),
        ("5 €", ("", "€")),
        ("US$5", ("US$", "")),
        ("CHF 5", ("CHF", "")),
        ("-$5", ("$", "")),
        ("$-5", ("$", "")),
        ("5%", ("", "%")),
        ("5 kg", ("", "kg")),
        ("5°C", ("", "°C")),
        ("5 mg/dL", ("", "mg/dL")),
        ("5 m²", ("", "m²")),
    ],
)
def test_currencies_and_units_are_taken_off(text, affixes):
    found = next(number_formats([text]))
    assert (found.prefix, found.suffix) == affixes
    assert abs(found.parse(text)) == 5.0


@pytest.mark.parametrize(
    "text", ["A5", "SKU 5", "5 and more", "5-6", "3rd place of 5", "v1.2.3", f"5{' ' * 99999}x!"]
)
def test_codes_and_sentences_are_no_numbers(text):
    assert all(math.isinf(each.parse(text)) for each in number_formats([text]))


def test_percents_may_be_shares():
    assert {each.factor for each in number_formats(["5%"])} == {1.0, 0.01}

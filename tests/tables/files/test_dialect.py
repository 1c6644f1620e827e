import pytest

from featureshift.errors import OptionError
from featureshift.tables.files.dialect import Dialect


@pytest.mark.parametrize(
    "wrong",
    [
        {"separator": ";;"},
        {"separator": ""},
        {"separator": 5},
        {"separator": "\n"},
        {"separator": "é"},
        {"quote": "«"},
        {"decimal": ";"},
        {"thousands": "ab"},
        {"quote": "''"},
        {"encoding": "utf-99"},
        {"encoding": "hex"},
        {"encoding": 8},
        {"header": "yes"},
        {"separator": ",", "decimal": ","},
        {"decimal": ",", "thousands": ","},
        {"separator": '"', "quote": '"'},
    ],
)
def test_what_is_no_dialect_is_refused(wrong):
    with pytest.raises(OptionError):
        Dialect(**wrong)


def test_nothing_is_said_of_the_plain_dialect():
    plain = Dialect(
        separator=",", decimal=".", thousands="", encoding="utf-8", quote='"', header=True
    )
    assert plain.in_words() == Dialect().in_words() == ""


def test_all_is_said_of_another():
    other = Dialect("\t", ",", "\u00a0", "utf-16", "", header=False)
    assert other.in_words() == (
        "a tab between fields, a decimal comma, a hard space between thousands, no quotes, "
        "the encoding utf-16, no header: columns are called x0, x1 and so on"
    )

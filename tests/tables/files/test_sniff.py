import pytest

from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.sniff import sniff, told_separator


def sniffed(text, **wish):
    dialect = sniff(text, Dialect(**wish))
    return dialect.separator, dialect.decimal


@pytest.mark.parametrize(
    ("text", "separator", "decimal"),
    [
        ("a,b\n1,2\n", ",", "."),
        ("a;b\n1,5;2,5\n3,5;4,5\n", ";", ","),
        ("1,5;2,5\n3,5;4,5\n", ";", ","),  # no header
        ("name;remark\nx;red, green\ny;blue, red, grey\n", ";", "."),
        ("name, first;city, state\nSmith, John;Berlin, DE\nDoe, Jane;Paris, FR\n", ";", "."),
        ("a\tb\nx,y\t1\nz,w\t2\n", "\t", "."),
        ('a;b\n"x;y";1\n"z";2\n', ";", "."),
        ('a,b\n"two\nlines; of, text",1\n"z",2\n', ",", "."),
        ("a|b|c\n1|2|3\n", "|", "."),
        ("a;b\n3,4,5;x\n1,2;y\n6,7,8;z\n", ";", "."),  # lists of numbers
        ("a;b\n1,234;x\n1,234,567;y\n2,345;z\n", ";", "."),  # thousands
        ("a;b\n31.12.2024;1,5\n01.02.2024;2,5\n", ";", ","),  # dates vote for nothing
        ("a;b\n1.234,50;x\n12,00;y\n", ";", ","),
        ("a;b\n1.5;10\n2.25;20\n", ";", "."),
        ("version;n\n1.2.3;1,5\n1.10.4;2,75\n", ";", ","),
        ("x\n1\n2\n", ",", "."),
        ("x\n1,5\n2,5\n", ";", ","),
        ("comment, or remark\none\ntwo, three, four\nfive\n", ";", "."),
    ],
)
def test_separator_and_decimal_sign(text, separator, decimal):
    assert sniffed(text) == (separator, decimal)
    assert sniffed(text.replace("\n", "\r\n")) == (separator, decimal)


def test_a_ragged_line_does_not_change_the_separator():
    text = "a,b,c\n" + "1,2,3\n" * 50 + "1,2\n" + "1,2,3,4\n"
    assert sniffed(text) == (",", ".")


def test_a_header_of_another_length_does_not_hide_the_separator():
    text = "4,3,setosa\n" + "5.1,3.5,1.4,0.2,0\n" * 50
    assert sniffed(text) == (",", ".")  # reading then says what is wrong


def test_what_is_wished_is_not_sniffed():
    assert sniffed("a;b\n1,5;2\n", separator=",") == (",", ".")
    assert sniffed("a;b\n1,5;2\n", decimal=".") == (";", ".")
    assert sniff("a;b\n1;2\n", Dialect(quote="")).quote == ""


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("a,b\n1,2\n", '"'),
        ("a,b\n'x,y',2\n'z',3\n", "'"),
        ("a,b\nit's,2\nthey're,3\n", '"'),
        ('size,n\n5" pipe,2\n7" pipe,3\n', '"'),
        ('a,n\n"quoted" in part,1\n"', '"'),
        ('a,n\n"open,1\nx,2\ny,3\n', ""),
    ],
)
def test_quotes(text, quote):
    assert sniff(text, Dialect()).quote == quote


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ("a,b\n1,2\n3,4\n", True),
        ("5.1,3.5,setosa\n4.9,3.0,setosa\n", False),
        ("0,0,0,7\n0,1,5,0\n", False),  # pixels
        ("-1,2\n3,4\n", False),
        ("2019,2020,2021\n1.5,2.5,3.5\n", True),  # years
        ("id,0.25,0.5\n1,3.5,4.5\n2,3.6,4.7\n", True),  # quantiles
        ("red,blue\ngreen,red\n", True),  # nothing tells
        ("1.5,2.5\n", True),
    ],
)
def test_a_header_is_missing_only_where_that_is_safe(text, header):
    assert sniff(text, Dialect()).header is header


def test_a_first_line_may_say_what_separates():
    assert told_separator("sep=;\na;b\n") == ";"
    assert told_separator("sep,b\n") is None


def test_the_name_of_the_file_may_promise_tabs():
    text = "x\tk,l\n1\t2,3\n"
    assert sniff(text, Dialect(), tabs=True).separator == "\t"
    assert sniff("a,b\n1,2\n", Dialect(), tabs=True).separator == ","

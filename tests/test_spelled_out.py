from featureshift.errors import OptionError, UnknownNameError
from featureshift.spelled_out import spelled_lines, spelled_out


def test_nothing_that_steers_a_terminal_or_reorders_is_left():
    hostile = "".join(map(chr, [*range(32), 0x7F, *range(0x80, 0xA0), 0x202E, 0x2066, 0xFEFF]))
    assert spelled_out(f"a{hostile}b\udcff\ue000").isascii() is False  # private use is shown
    assert spelled_out(hostile + "\udcff").isprintable()
    assert spelled_out("Zürich, प्रश्न, \u200d") == "Zürich, प्रश्न, \u200d"


def test_lines_stay_and_are_cut():
    assert spelled_lines("a\x1b\n" + "x" * 50, 9) == "a\\x1b\nxxxx…xxxx"


def test_errors_quote_nothing_that_steers_a_terminal():
    error = OptionError("bad \x1b[2J", expected="\u202e", found="x" * 10_000, remedy="a\nb")
    assert str(error).split("\n")[0] == "bad \\x1b[2J"
    assert error.expected == "\\u202e"
    assert len(error.found) == 1000
    assert error.remedy == "a\\nb"
    assert "\x1b" not in str(UnknownNameError("column", "\x1b[2J", ["\x1b[3J"]))

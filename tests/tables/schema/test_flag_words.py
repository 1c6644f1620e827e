import math

from featureshift.tables.schema.flag_words import FlagWords, flag_words


def test_both_words_must_occur():
    assert flag_words(["Yes", "no ", "YES", "n/a"]) == FlagWords("yes", "no")
    assert flag_words(["yes", "yes"]) is None
    assert flag_words(["yes", "no", "maybe"]) is None
    assert flag_words([]) is None


def test_words_are_read():
    flags = FlagWords("yes", "no")
    assert [flags.parse(text) for text in ("Yes", " no", "maybe")] == [1.0, 0.0, math.inf]
    assert math.isnan(flags.parse("unknown"))

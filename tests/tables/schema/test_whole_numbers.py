import numpy as np

from featureshift.tables.schema.whole_numbers import changed_fractions

WHOLE = np.arange(100.0)


def test_either_way():
    to_fractions = changed_fractions("x", WHOLE, WHOLE + 0.5)
    assert to_fractions.message == (
        "type changed: whole numbers -> numbers with fractions (e.g. 0.5)"
    )
    assert to_fractions.breaks
    to_whole = changed_fractions("x", WHOLE + 0.5, WHOLE)
    assert to_whole.message.endswith("whole numbers (e.g. 0)")
    assert not to_whole.breaks


def test_rare_fractions_may_be_chance():
    rare = WHOLE.copy()
    rare[3] = 3.5
    assert changed_fractions("x", WHOLE, rare) is None
    assert changed_fractions("x", rare, WHOLE) is None


def test_missing_cells_say_nothing():
    assert changed_fractions("x", WHOLE, np.full(5, np.nan)) is None
    gaps = np.where(WHOLE % 3 == 0, np.nan, WHOLE)
    assert changed_fractions("x", WHOLE, gaps) is None

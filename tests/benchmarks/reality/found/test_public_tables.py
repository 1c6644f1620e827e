from benchmarks.reality.found.public_tables import numbers, well_related
from benchmarks.reality.populations.public import TABLES


def test_every_table_has_numbers_whose_unit_can_be_wrong():
    assert all(numbers(name) for name in TABLES)
    assert "precipitation" not in numbers("weather")


def test_only_columns_with_two_relatives_are_shuffled():
    assert well_related("weather") == []
    assert "flipper_length_mm" in well_related("penguins")
    assert "Displacement" in well_related("cars")

import pytest

from featureshift.explain.dimensions import of_name, of_unit
from featureshift.explain.rules.scale import UNITS


@pytest.mark.parametrize(
    ("name", "dimension"),
    [("height_cm", "length"), ("Weight_in_lbs", "mass"), ("bloodPressure", "pressure")],
)
def test_names_tell_a_dimension(name, dimension):
    assert dimension in of_name(name)


def test_most_units_have_one():
    plain = {"tenfold", "a tenth", "doubled", "halved"}
    without = [unit.words for unit in UNITS if not of_unit(unit.words)]
    assert plain <= set(without)
    assert len(without) < 20

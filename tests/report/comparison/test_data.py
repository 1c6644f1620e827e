import pytest

from featureshift.report.comparison.data import SHADES, HeatCell, comparison_data


@pytest.mark.parametrize(
    ("effect", "shade"), [(None, 0), (0.0, 0), (0.04, 0), (0.06, 1), (0.5, 3), (1.0, SHADES)]
)
def test_shades_grow_with_the_effect(effect, shade):
    assert HeatCell(effect, shifted=False).shade == shade


def test_odd_sources_come_first_and_the_map_has_what_is_shifted_anywhere(sites):
    data = comparison_data(sites)
    assert [line.name for line in data.odd] == ["site 1", "site 3"]
    assert data.features == ("b",)
    (row,) = data.heat
    assert len(row) == 5
    assert [cell.shifted for cell in row] == [True, False, False, False, False]
    assert [line.data is None for line in data.sources] == [False, False, True, True, True]

import numpy as np
import pytest

from featureshift.descriptors import panels
from featureshift.descriptors.panels import ROWS_TURNED, columns_of, cores, over_panels


@pytest.mark.parametrize("layout", ["C", "F"])
def test_columns_are_those_of_both_tables(rng, layout):
    n_rows = 2 * ROWS_TURNED + 7
    reference, query = rng.normal(size=(n_rows, 3)), rng.normal(size=(5, 3))
    reference, query = (np.asarray(table, np.float32, order=layout) for table in (reference, query))
    columns = columns_of(reference[:, 1:], query[:, 1:])
    assert np.array_equal(columns, np.concatenate([reference, query])[:, 1:].T)
    assert columns.flags.c_contiguous


@pytest.mark.parametrize("n_cores", [1, 3])
def test_panels_cover_all_columns_in_order(monkeypatch, n_cores):
    monkeypatch.setattr(panels, "cores", lambda: n_cores)
    monkeypatch.setattr(panels, "PANEL_CELLS", 100)
    found = over_panels(lambda panel: list(range(panel.start, panel.stop)), 25, n_rows=30)
    assert [column for panel in found for column in panel] == list(range(25))
    assert max(map(len, found)) == 3


def test_rows_beyond_a_panel_come_column_by_column(monkeypatch):
    monkeypatch.setattr(panels, "PANEL_CELLS", 100)
    assert len(over_panels(lambda panel: panel, 4, n_rows=1000)) == 4


def test_an_error_in_a_panel_is_raised(monkeypatch):
    monkeypatch.setattr(panels, "cores", lambda: 2)
    monkeypatch.setattr(panels, "PANEL_CELLS", 1)
    with pytest.raises(ZeroDivisionError):
        over_panels(lambda panel: 1 // (panel.start - 1), 3, n_rows=1)


def test_there_is_a_core():
    assert cores() >= 1

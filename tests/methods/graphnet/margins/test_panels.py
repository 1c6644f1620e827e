import numpy as np
import pytest

from featureshift.methods.graphnet.margins import panels
from featureshift.methods.graphnet.margins.panels import ROWS_TURNED, columns_of


@pytest.mark.parametrize("layout", ["C", "F"])
def test_columns_are_those_of_both_tables(rng, layout):
    n_rows = 2 * ROWS_TURNED + 7
    reference, query = rng.normal(size=(n_rows, 3)), rng.normal(size=(5, 3))
    reference, query = (np.asarray(table, np.float32, order=layout) for table in (reference, query))
    columns = columns_of(reference[:, 1:], query[:, 1:])
    assert np.array_equal(columns, np.concatenate([reference, query])[:, 1:].T)
    assert columns.flags.c_contiguous


def test_panels_cover_all_columns_in_order(monkeypatch):
    monkeypatch.setattr(panels, "PANEL_CELLS", 100)
    found = panels.panels(25, n_rows=30)
    covered = [column for panel in found for column in range(panel.start, panel.stop)]
    assert covered == list(range(25))
    assert max(panel.stop - panel.start for panel in found) == 3


def test_rows_beyond_a_panel_come_column_by_column(monkeypatch):
    monkeypatch.setattr(panels, "PANEL_CELLS", 100)
    assert len(panels.panels(4, n_rows=1000)) == 4

import numpy as np

from featureshift.engines.reading import read_pair
from featureshift.tables.schema import ChangeKind
from featureshift.tables.schema.of_cells import PANEL


def table(names, rng, n=60):
    return {name: rng.normal(size=n) for name in names}


def test_wide_tables_are_looked_at_panel_by_panel(rng):
    first, second = rng.normal(size=(2, 40, PANEL + 10))
    second[:, PANEL + 5] = 1.0
    second[:, 3] = np.round(second[:, 3] * 10)
    second[:, 7] = np.nan
    found = {change.column: change.kind for change in read_pair(first, second).schema.changes}
    assert found == {
        "x3": ChangeKind.TYPE,
        "x7": ChangeKind.EMPTY,
        f"x{PANEL + 5}": ChangeKind.CONSTANT,
    }


def test_columns_about_rows_are_not_judged(rng):
    tables = [table("ab", rng) | {"who": np.arange(60) // 6} for _ in range(2)]
    tables[1]["who"] = tables[1]["who"] + 0.5
    assert not read_pair(*tables, groups="who").schema.broken
    assert read_pair(*tables).schema.broken

import pytest

from featureshift.report.shares import MOST_ROWS, share_rows

from .made import category_chart, numeric_chart


def test_categories_in_their_order_then_missing():
    rows = share_rows(category_chart(missing=(0.1, 0.2)))
    assert [row.label for row in rows] == ["never", "former", "current", "missing"]
    assert [row.special for row in rows] == [False, False, False, True]


def test_a_numeric_column_has_its_missing_share_only():
    assert share_rows(numeric_chart()) == []
    (row,) = share_rows(numeric_chart(missing=(0.0, 0.3)))
    assert (row.reference, row.query) == (0.0, 0.3)


def test_many_categories_are_summed_up():
    chart = category_chart([f"level {i}" for i in range(40)])
    rows = share_rows(chart)
    assert len(rows) == MOST_ROWS
    assert rows[-1].label == "31 others"
    assert sum(row.reference for row in rows) == pytest.approx(sum(chart.reference))
    assert "level 0" in {row.label for row in rows}

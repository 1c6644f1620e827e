import dataclasses

import numpy as np
import pytest

from benchmarks.publish.figures.groups import (
    draw_datasets_mean,
    draw_datasets_median,
    draw_manipulations_mean,
    draw_manipulations_median,
)


@pytest.mark.parametrize("draw", [draw_manipulations_mean, draw_manipulations_median])
def test_numbers_are_in_their_cells(compared, draw):
    (axis,) = draw(compared).axes
    names = [label.get_text() for label in axis.get_xticklabels()]
    assert names == list(compared.manipulations)
    column, row = names.index("E4.1"), compared.methods.index("fslnet")
    cells = {text.get_position(): text.get_text() for text in axis.texts}
    assert cells[column, row] == "0.70"
    assert cells[column + 1, row] == "0.80"
    (image,) = axis.images
    assert image.get_array()[row, column] == pytest.approx(0.7)


@pytest.mark.parametrize("draw", [draw_datasets_mean, draw_datasets_median])
def test_data_sets_are_in_the_order_of_the_suite(compared, draw):
    (axis,) = draw(compared).axes
    assert [label.get_text() for label in axis.get_xticklabels()] == ["gas", "covid", "energy"]
    assert len(axis.texts) == 3 * len(compared.methods)


def test_a_group_that_nobody_finished_stays_empty(make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("methods",))
    rows = tuple(
        dataclasses.replace(row, status="timeout", reason="x", f1=np.nan)
        if row.task.startswith("gas/E1/") and row.method == "mb-sm"
        else row
        for row in results.rows
    )
    (axis,) = draw_manipulations_median(
        dataclasses.replace(results, rows=rows).comparisons["methods"]
    ).axes
    assert len(axis.texts) == 20  # other data sets have E1

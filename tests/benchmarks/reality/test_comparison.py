from dataclasses import replace

import pytest

from benchmarks.reality.comparison import RUNS, cell_of, compared, read_results
from benchmarks.reality.result_rows import ERROR, OK, Row, append_row

QUIET = Row("shares", "quiet", 0, OK, "", 500, 300, 4, 0, 0, 1.0, 1.0, 1.0, 0.1, "1", "c")
FOUND = Row("clipped", "found", 0, OK, "", 500, 300, 4, 1, 1, 1.0, 1.0, 1.0, 0.1, "1", "c")


def test_a_quiet_cell_counts_flags_and_errors():
    rows = [
        replace(QUIET, run=0),
        replace(QUIET, run=1, n_flagged=3),
        replace(QUIET, run=2, status=ERROR),
        replace(QUIET, run=3),
    ]
    cell = cell_of(rows, "shares")
    assert (cell.value, cell.n_runs, cell.within) == (0.5, 4, False)


@pytest.mark.parametrize(("alarms", "within"), [(2, True), (3, False)])
def test_two_alarms_in_forty_runs_are_within_the_target(alarms, within):
    rows = [replace(QUIET, run=run, n_flagged=run < alarms) for run in range(RUNS)]
    assert cell_of(rows, "shares").within == within


def test_a_found_cell_is_the_mean_f1():
    cell = cell_of([FOUND, replace(FOUND, run=1, f1=0.7)], "clipped")
    assert cell.value == pytest.approx(0.85)
    assert not cell.within
    assert cell_of([], "clipped") is None


def test_the_table_counts_kinds_within_target():
    good = [replace(FOUND, run=run) for run in range(RUNS)]
    good += [replace(QUIET, run=run) for run in range(RUNS)]
    bad = [replace(row, f1=0.5, n_flagged=2) for row in good[: RUNS + 10]]
    lines = compared({"good": good, "bad": bad}).splitlines()
    assert "| `shares` | 0% | **100%** |" in lines
    assert "| `clipped` | 1.00 | **0.50** |" in lines
    assert lines.count("| kinds within target | 1 of 1 | 0 of 1 |") == 2
    assert "| `wider` | – | – |" in lines
    assert "Runs of each kind: 40, but at least bad 10." in lines


def test_runs_for_development_are_not_published():
    later = [replace(FOUND, run=run, f1=0.0) for run in range(RUNS, RUNS + 5)]
    assert "| `clipped` | 1.00 |" in compared({"m": [FOUND, *later]})


def test_results_are_read_by_the_name_of_their_file(tmp_path):
    append_row(tmp_path / "b.csv", QUIET)
    append_row(tmp_path / "a.csv", FOUND)
    assert read_results(tmp_path) == {"a": [FOUND], "b": [QUIET]}

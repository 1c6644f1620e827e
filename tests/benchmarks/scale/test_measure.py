from pathlib import Path

import pytest

from benchmarks.scale import measure as measuring
from benchmarks.scale.figure import draw_scale
from benchmarks.scale.measure import Measured, append, commands, measure, read
from benchmarks.scale.tables import COLUMNS, SHIFTED, write_table

RESULTS = Path(__file__).parents[3] / "benchmarks" / "results" / "scale" / "rows.csv"


def test_tables_are_written_once_and_differ_in_one_column(tmp_path, monkeypatch):
    from pyarrow import parquet

    monkeypatch.setattr("benchmarks.scale.tables.ROWS_OF_A_FILE", 500)
    write_table(tmp_path / "r", 1200, seed=1, shifted=False)
    write_table(tmp_path / "q", 1200, seed=1, shifted=True)
    files = sorted((tmp_path / "r").iterdir())
    assert [path.name for path in files] == [f"part-000{k}.parquet" for k in range(3)]
    reference, query = (parquet.read_table(tmp_path / side) for side in "rq")
    assert reference.shape == (1200, COLUMNS)
    differing = [n for n in reference.column_names if not reference[n].equals(query[n])]
    assert differing == [SHIFTED]
    before = files[0].stat().st_mtime_ns
    write_table(tmp_path / "r", 1200, seed=2, shifted=False)
    assert files[0].stat().st_mtime_ns == before


def test_both_tools_run_on_the_same_files(tmp_path, monkeypatch):
    pytest.importorskip("duckdb")
    for module in ("tables", "measure"):
        monkeypatch.setattr(f"benchmarks.scale.{module}.ROWS_OF_A_FILE", 300)
    for side, seed in (("reference", 1), ("query", 2)):
        write_table(tmp_path / side, 600, seed=seed, shifted=False)
    found = list(measure(tmp_path, 300, repeat=4))
    assert [row.tool for row in found] == list(commands("", "", 1))
    assert all(row.rows == 300 and row.repeat == 4 and row.peak_mb > 1 for row in found)
    assert len(list((tmp_path / "first-300" / "query").iterdir())) == 1


def test_a_tool_that_fails_is_no_measurement(tmp_path):
    with pytest.raises(RuntimeError, match="failed on 1,000,000 rows"):
        list(measuring.measure(tmp_path, 1_000_000, 0))


def test_rows_are_kept_and_drawn(tmp_path):
    rows = [
        Measured("2026-11-18", t, n, 0, 1.0, 2.0, 3.0, 2)
        for t in commands("", "", 1)
        for n in (1, 9)
    ]
    for row in rows:
        append(tmp_path / "x" / "rows.csv", row)
    assert read(tmp_path / "x" / "rows.csv") == rows
    draw_scale(rows, tmp_path / "scale.svg")
    assert "DuckDB" in (tmp_path / "scale.svg").read_text()


def test_what_is_published_keeps_its_promise():
    """Of 50 million rows: within 1 GB, and at most 1.3 times the time of DuckDB."""
    rows = {row.tool: row for row in read(RESULTS) if row.rows == 50_000_000}
    assert rows["featureshift"].peak_mb < 1024
    assert rows["featureshift"].seconds < 1.3 * rows["duckdb"].seconds

from dataclasses import replace

from benchmarks.reality.result_rows import ERROR, OK, Row, append_row, read_rows

ROW = Row("shares", "quiet", 3, OK, "", 500, 300, 4, 0, 1, 0.0, 0.0, 0.0, 0.125, "0.1.0", "abc")


def test_rows_are_read_as_they_were_written(tmp_path):
    path = tmp_path / "m.csv"
    refused = replace(ROW, run=4, status=ERROR, reason='TableError: "too few", it said')
    for row in (ROW, refused):
        append_row(path, row)
    assert read_rows(path) == [ROW, refused]
    assert path.read_text().count("kind,expects") == 1


def test_no_file_has_no_rows(tmp_path):
    assert read_rows(tmp_path / "none.csv") == []


def test_the_key_tells_runs_apart():
    assert ROW.key != replace(ROW, run=4).key
    assert ROW.key == replace(ROW, seconds=9.0).key

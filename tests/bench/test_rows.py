import math
import threading

import pytest

from featureshift.bench.rows import COLUMNS, ResultFile, read_results
from featureshift.errors import UnreadableTableError


@pytest.fixture
def file(tmp_path):
    return ResultFile(tmp_path / "m.csv")


def test_rows_come_back_as_they_were_written(file, make_row):
    rows = [
        make_row(),
        make_row(task="a/E1/0.05/1xall/0", status="error", reason='said, "no"', f1=math.nan),
    ]
    for row in rows:
        file.append(row)
    back = file.read()
    assert back[1].reason == 'said, "no"'
    assert math.isnan(back[1].f1)
    assert back[0].f1 == pytest.approx(2 / 3, abs=1e-6)
    assert back[0].exclusive is True
    assert back[0].trained_on is False
    assert file.path.read_text().splitlines()[0] == ",".join(COLUMNS)


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_line_cut_off_by_a_kill_is_dropped_and_mended(file, cut, make_row):
    file.append(make_row())
    file.append(make_row(task="a/E1/0.05/1xall/0"))
    file.path.write_bytes(file.path.read_bytes()[:-cut])
    assert len(file.read()) == 1
    file.append(make_row(task="b/E1/0.05/1xall/0"))
    assert [row.task[0] for row in file.read()] == ["s", "b"]


def test_a_kill_inside_the_header(file, make_row):
    file.path.write_text("task,meth")
    assert file.read() == []
    file.append(make_row())
    assert len(file.read()) == 1


def test_foreign_and_damaged_files_are_told(file, make_row):
    file.path.write_text("a,b\n1,2\n")
    with pytest.raises(UnreadableTableError, match="no result file"):
        file.read()
    file.path.unlink()
    file.append(make_row())
    text = file.path.read_text()
    file.path.write_text(text.replace(",12,", ",twelve,"))
    with pytest.raises(UnreadableTableError, match="damaged row"):
        file.read()


def test_results_of_a_directory(tmp_path, make_row):
    for method in ("b", "a"):
        ResultFile(tmp_path / f"{method}.csv").append(make_row(method=method))
    assert [row.method for row in read_results(tmp_path)] == ["a", "b"]


def test_several_writers_lose_nothing(tmp_path, make_row):
    """Each mends what a kill left of the last line, which must not be what another is writing."""
    path = tmp_path / "m.csv"
    path.write_text("half a li")
    files = [ResultFile(path) for _ in range(4)]

    def write(writer):
        for number in range(25):
            files[writer].append(
                make_row(task=f"sim-factors/E1/0.25/200x12/{25 * writer + number}")
            )

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({row.task for row in ResultFile(path).read()}) == 100

"""Every committed result file of the suite, and the table made of them."""

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.reality.comparison import compared, read_results
from benchmarks.reality.kinds import FOUND, KINDS
from benchmarks.reality.result_rows import ERROR, OK, read_rows

RESULTS = Path(__file__).parents[3] / "benchmarks" / "results" / "reality"
FILES = sorted(RESULTS.glob("*.csv"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def rows(request):
    return read_rows(request.param)


def test_before_and_after_and_others_are_there():
    names = {path.stem for path in FILES}
    assert names >= {"graphnet-0.1.0", "graphnet", "ks-bonferroni", "select-k-best", "datafix"}


def test_every_kind_was_tried_as_often(rows):
    runs = Counter(row.kind for row in rows)
    assert runs.keys() == KINDS.keys()
    assert len({*runs.values()}) == 1
    assert len({row.key for row in rows}) == len(rows)


def test_values_are_possible(rows):
    for row in rows:
        assert row.status in (OK, ERROR)
        assert bool(row.reason) == (row.status == ERROR)
        assert row.expects == ("found" if row.kind in FOUND else "quiet")
        assert (row.n_shifted > 0) == (row.kind in FOUND)
        assert 0 <= row.f1 <= 1
        assert 0 <= row.n_flagged <= row.n_features
        assert row.commit


def test_the_table_is_that_of_the_rows():
    assert (RESULTS / "README.md").read_text(encoding="utf-8") == compared(read_results(RESULTS))

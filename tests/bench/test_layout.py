import csv
import io

import pytest

from featureshift.bench.aggregate import Comparison, Summary
from featureshift.bench.layout import STYLES, describe, layout

SUMMARIES = [
    Summary("a|b", "all", 0.75, 0.7, 0.8, 0.9, 348, 2, 1.234, 600.0),
    Summary("c", "all", 0.5, 0.4, 0.6, 0.5, 348, 0, float("nan"), float("nan")),
]


def test_text_columns_line_up():
    lines = layout(SUMMARIES, "text", metric="f1", by="all").splitlines()
    assert len(lines) == 3
    assert lines[1].index("0.750") == lines[2].index("0.500") == lines[0].index("mean f1")


def test_markdown_escapes_and_has_a_rule():
    lines = layout(SUMMARIES, "markdown", metric="f1", by="all").splitlines()
    assert lines[1].count("---|") == 9
    assert r"a\|b" in lines[2]


def test_csv_reads_back():
    cells = list(csv.reader(io.StringIO(layout(SUMMARIES, "csv", metric="f1", by="all"))))
    assert cells[1][:4] == ["a|b", "all", "0.750", "0.700 to 0.800"]
    assert cells[2][-2:] == ["-", "-"]


@pytest.mark.parametrize("style", STYLES)
def test_an_empty_table_is_only_its_head(style):
    assert "mean f1" in layout([], style, metric="f1", by="all")


def test_comparison_in_a_sentence():
    text = describe(Comparison("a", "b", 10, 0.05, 0.01, 0.09, 6, 3, 1, 0.04), "f1")
    assert "a against b on 10 tasks" in text
    assert "+0.050 (+0.010 to +0.090), 6 wins, 3 ties, 1 losses" in text

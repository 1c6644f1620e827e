"""The page of real groups is judged line by line, and nothing confident on it is wrong."""

import csv
import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "groups.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.*) \| (.*) \| (high|medium) \| (.*) \|$", re.MULTILINE)


def test_every_line_has_a_verdict():
    verdicts = [verdict for *_, verdict in ROW.findall(PAGE)]
    assert len(verdicts) > 40
    assert set(verdicts) <= {"right", "vague", "wrong"}


def test_nothing_confident_is_wrong():
    assert [row for row in ROW.findall(PAGE) if row[2:] == ("high", "wrong")] == []


def test_pairs_are_many():
    assert PAGE.count("\n*seen*") + PAGE.count("\n*not seen*") >= 36


def test_simulated_populations():
    with (DOCS / "groups_simulated.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["flagged"] == "True"]
    assert sum(row["all_named"] == "True" for row in rows) >= 0.9 * len(rows)
    assert not any(row["mishaps"] for row in rows)

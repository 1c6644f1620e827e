import dataclasses
import re


def test_the_published_model_on_its_tables(section, make_results):
    text = section("agreement", make_results({"graphnet": 1.0}, suites=("published",)))
    assert "| mean F1 | published FSL-Net | `graphnet` |" in text
    assert "is ahead of it or level on" in text
    behind = section("agreement", make_results({"graphnet": 0.0}, suites=("published",)))
    assert re.search(r"level on 0 of (\d+) data sets \(not ", behind)
    assert "| gas | 0.900 | 0.990 |" in text
    assert "| mean | 0.884 |" in text
    assert "comes on top" not in text


def test_where_chance_may_decide_is_said(section, make_results):
    results = make_results({"graphnet": 1.0}, suites=("published",))
    rows = tuple(
        dataclasses.replace(row, f1=float(k % 5 > 0)) if row.task.startswith("gas/") else row
        for k, row in enumerate(results.rows)
    )
    text = section("agreement", dataclasses.replace(results, rows=rows))
    assert re.search(r"error comes on top, on gas \(0\.\d+ to", text)

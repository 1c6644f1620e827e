import dataclasses

from featureshift.bench.give_up import UNTRIED


def test_coverage_counts_what_was_run(section, make_results):
    text = section("coverage", make_results({"graphnet": 0.9}, suites=("methods",)))
    assert "| tasks run | `published`, of 348 | `methods`, of 90 |" in text
    assert "| `graphnet` | 30 | 90 |" in text  # energy is the same in both


def test_tasks_that_were_not_tried_are_told_from_those_that_were(section, make_results):
    results = make_results({"graphnet": 0.9, "datafix": 0.5}, suites=("methods",))
    reasons = f"{UNTRIED}: 2 others", f"{UNTRIED}: 2 others", "not finished after 180.0 s"
    stopped = [
        dataclasses.replace(row, status="timeout", reason=reason)
        for row, reason in zip(results.rows[-3:], reasons, strict=True)
    ]
    broken = dataclasses.replace(results, rows=(*results.rows[:-3], *stopped))
    assert "not tried" not in section("coverage", results)
    text = section("coverage", broken)
    assert "Of the unfinished tasks 2 were not tried" in text
    assert "90 (3 unfinished)" in text

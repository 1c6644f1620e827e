"""Which method ran how much of which suite."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from benchmarks.publish.load_results import COMPARED, Results
from benchmarks.publish.words import ABSENT, code, table
from featureshift.bench.give_up import UNTRIED
from featureshift.bench.rows import OK


@dataclass(frozen=True)
class Coverage:
    table: str
    untried: int
    """Cells that were given up without a try."""


def coverage(results: Results) -> Coverage:
    shown = [name for name in (*COMPARED, "no-shift", "scale", "images") if results.of_suite(name)]
    rows = {name: results.of_suite(name) for name in shown}
    ran = {name: Counter(row.method for row in rows[name]) for name in shown}
    broken = {name: Counter(r.method for r in rows[name] if r.status != OK) for name in shown}

    def cell(method: str, suite: str) -> str:
        if not ran[suite][method]:
            return ABSENT
        unfinished = broken[suite][method]
        return f"{ran[suite][method]}" + (f" ({unfinished} unfinished)" if unfinished else "")

    head = ["tasks run", *(f"{code(n)}, of {len(results.suites[n].tasks)}" for n in shown)]
    methods = sorted({row.method for row in results.rows})
    return Coverage(
        table=table(head, [[code(m), *(cell(m, name) for name in shown)] for m in methods]),
        untried=sum(row.reason.startswith(UNTRIED) for row in results.rows),
    )

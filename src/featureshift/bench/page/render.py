"""The page as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from featureshift.bench.collected import COMPARED, Results
from featureshift.bench.page.ablation import ablation_section
from featureshift.bench.page.agreement import agreement_section
from featureshift.bench.page.comparison import comparison_section
from featureshift.bench.page.other import (
    count_given_section,
    image_section,
    no_shift_section,
    reliability_section,
    scale_section,
    sweep_section,
)
from featureshift.bench.page.reach import reach_section
from featureshift.bench.page.surprises import surprises_section
from featureshift.bench.page.words import ABSENT, code, paragraphs, table
from featureshift.bench.patience import UNTRIED
from featureshift.bench.rows import OK

INTRO = """# Benchmarks

Written by `featureshift bench page` from the files in [benchmarks/results](../benchmarks/results);
every number below is computed from them, but for those marked as the paper's (*Feature Shift
Localization Network*, Barrabés et al., ICML 2025) or as those of the model published with it.
[CONTRIBUTING](../CONTRIBUTING.md) tells how to run the suites.

A table is normalized and split into reference and query, some columns of the query are manipulated
(E1 to E10, the paper's), and a method says which. F1 is over the chosen columns: mean over the
queries of a data set, then over data sets. Intervals resample queries within data sets. A cell that
was not finished gets the lowest F1 of the methods that finished the same query, and the time limit
as its runtime; medians leave such cells out. All methods of a table or figure ran the same queries;
one that lacks a manipulation of some data set does not take part. Many rows, those of slow methods
above all, were measured while the machine did other work: their times are upper bounds, up to twice
those of a quiet machine, and small ratios of times mean nothing."""


def render_page(results: Results, drawn: Mapping[str, str]) -> str:
    """Markdown; ``drawn`` has the alternative text of each figure that is there, by name."""
    return (
        paragraphs(
            INTRO,
            _coverage(results),
            _untried(results),
            *(comparison_section(results, basis, drawn) for basis in results.bases.values()),
            reach_section(results),
            no_shift_section(results, drawn),
            count_given_section(results),
            scale_section(results),
            sweep_section(results, drawn),
            reliability_section(results, drawn),
            image_section(drawn),
            ablation_section(results, drawn),
            agreement_section(results),
            surprises_section(results),
        )
        + "\n"
    )


def _coverage(results: Results) -> str:
    """Which method ran how much of which suite."""
    shown = [name for name in (*COMPARED, "no-shift", "scale", "images") if results.of_suite(name)]
    rows = {name: results.of_suite(name) for name in shown}
    ran = {name: Counter(row.method for row in rows[name]) for name in shown}
    broken = {name: Counter(r.method for r in rows[name] if r.status != OK) for name in shown}
    methods = sorted({row.method for row in results.rows})

    def cell(method: str, suite: str) -> str:
        if not ran[suite][method]:
            return ABSENT
        unfinished = broken[suite][method]
        return f"{ran[suite][method]}" + (f" ({unfinished} unfinished)" if unfinished else "")

    head = ["queries run", *(f"{code(n)}, of {len(results.suites[n].tasks)}" for n in shown)]
    return table(head, [[code(m), *(cell(m, name) for name in shown)] for m in methods])


def _untried(results: Results) -> str:
    count = sum(row.reason.startswith(UNTRIED) for row in results.rows)
    if not count:
        return ""
    return (
        f"Of the unfinished cells {count} were not tried: the method had run out of time on others "
        "of the same table, or of a smaller part of it."
    )

"""The page as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from benchmarks.publish.fields.ablation import ablation_section
from benchmarks.publish.fields.agreement import agreement_section
from benchmarks.publish.fields.comparison import comparison_section
from benchmarks.publish.fields.false_alarms import false_alarms
from benchmarks.publish.fields.images import image_section
from benchmarks.publish.fields.oracle_section import oracle_section
from benchmarks.publish.fields.other import count_given_section, scale_section, sweep_section
from benchmarks.publish.fields.reliability import reliability_section
from benchmarks.publish.fields.surprises import surprises_section
from benchmarks.publish.load_results import COMPARED, Results
from benchmarks.publish.words import ABSENT, code, paragraphs, table
from featureshift.bench.give_up import UNTRIED
from featureshift.bench.rows import OK

INTRO = """# Benchmarks

Written by `featureshift bench page` from the files in [benchmarks/results](../benchmarks/results);
every number below is computed from them, but for those marked as the paper's (*Feature Shift
Localization Network*, Barrabés et al., ICML 2025), as those of the model published with it, or as
found in LOG.md.
[CONTRIBUTING](../CONTRIBUTING.md) tells how to run the suites.

A table is normalized and split into reference and query, some columns of the query are manipulated
(E1 to E10, the paper's), and a method says which. F1 is over the chosen columns: mean over the
queries of a data set, then over data sets; "of changed columns" counts only those as shifted whose
values really changed, since rounding a binary column does nothing to it. "Median F1" is the median
over data sets of their means. Intervals hold for these tables: they resample queries within data
sets, not data sets. A query that was not finished gets the lowest F1 of the methods that finished
it (`sm-threshold`, which the paper does not compare, aside), and the time limit as its runtime;
medians leave such queries out. All methods of a table or figure ran the same queries; one that
lacks a manipulation of some data set does not take part.

Most methods ran in one or two threads while the machine did other work, other methods' queries
among it, which was not recorded (`exclusive` in a row says only that its own run had one job):
times are orders of magnitude, ratios below two mean nothing, and a query that ran out of time by
little might have ended on a quiet machine.

Weights and cuts were learned from other tables and other manipulations, never from E1 to E10. But
several versions of `graphnet` were measured on these suites, and three rules (what else proves a
shift in `graphnet`, the norm over at most 64 columns in `fslnet`, the median over points in
`deep-sm`) were prompted by results here and then set on tables kept apart. So these tables are not
untouched."""


def render_page(results: Results, drawn: Mapping[str, str]) -> str:
    """Markdown; ``drawn`` has the alternative text of each figure that is there, by name."""
    return (
        paragraphs(
            INTRO,
            _coverage(results),
            _untried(results),
            *(
                comparison_section(results, compared, drawn)
                for compared in results.comparisons.values()
            ),
            oracle_section(results),
            false_alarms(results, drawn),
            count_given_section(results),
            scale_section(results),
            sweep_section(results, drawn),
            reliability_section(results, drawn),
            image_section(results, drawn),
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

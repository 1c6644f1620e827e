"""Write docs/repair.md: how often a repair gives the table back.

Run with ``python docs/repair.py``; takes up to an hour, and can be stopped at any moment and
started again. ``python docs/repair.py page`` writes the page of the cases that were tried.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from kept_rows import RUNS, in_turn, measured, read, run

from featureshift.explain.trial import TrialCase, cases
from featureshift.methods import make_localizer
from featureshift.repair.registry import LOST
from featureshift.repair.trial import INVERTIBLE, Outcome, outcomes
from featureshift.simulate.mishaps import MISHAPS

TABLES = ("households", "clinic", "blend", "visits")
PER_MISHAP, PER_MISHAP_FOUND, PER_MISHAP_IMPUTED, SEED = 40, 15, 3, 2028

TEXT = """# Repair

```python
result = fs.localize(reference, query)
repaired = result.repair(query, reference)
repaired.table        # the same kind of table as the query
print(repaired)       # what was done, what was left and why
repaired.remaining    # the repaired table, compared again
print(result.repair_code("polars"))   # the same as lines of code
```

`featureshift locate january.csv february.csv --repair mended.parquet` writes the repaired table.

| diagnosis | what `repair` does |
|---|---|
| `scale`, `offset`, `reflection` | computes back, and rounds as the reference is rounded |
| `swapped` | exchanges both columns, if each of them says so |
| `category-renamed` | writes the old names again |
| `offset` of dates, `day-month-swapped` | moves dates back; swaps where the day is 12 or less |
| `row-offset` | moves the column back; a row or two at the end stay empty |
| `sentinel`, `clipping` | marks the cells as missing: what was there is lost |
| `type-changed` | reads text as numbers, where each cell is one and can be read in one way only |
| renamed columns | writes the old names again |
| copies of rows, in the query only | drops all but the first |

Only what was diagnosed with high confidence is touched (`confidence="medium"` does more), only in
the rows to which a change is confined, and everything else stays the same bit by bit. What cannot
be undone is left, with the reason. `impute=True` replaces those columns: each row of the query
takes a cell of a row of the reference for which the columns that are not shifted predict about the
same; columns are drawn one after the other, each given those before it.
`result.drop(query)` leaves the shifted columns out.

## On trial

{measured}

Written by `python docs/repair.py`. A mishap is done to one column of the query, or to two, as in
[the trial of the diagnosis](diagnosis.md), in {tables} (`corpus/mixed.py`). Of these
households and visits were out of view when the rules were written. The repaired table is compared
again by `graphnet`. The table machines was left out after a first run of earlier code: `graphnet`
hardly ever found a mishap there, so that nothing found after a repair would say nothing. That run
(households and machines, 350 cases, another seed) had 219 repairs and nothing found after 215 of
them; it also had 6 wrong pairs of categories among 27, after which pairs that spelling contradicts
are left alone.

A mishap is *invertible* if no two values became one: a unit that was changed and then rounded is
not. *Restored* means that all cells are within a millionth of the spread of what they
were: an estimated factor or offset that is no known unit is not exact, but near enough for nothing
to be found.

### The shifted column is given

{n} cases, {n_invertible} of them invertible. {n_acted} of these were repaired; the others were
left for want of confidence. Of all invertible cases nothing is found afterwards in
{quiet_invertible:.1%}, of the repaired ones in **{quiet:.1%}**; in the
same queries before the mishap it finds nothing in {quiet_before:.1%}, since false alarms happen.
With `confidence="medium"`, {n_medium} of the {n_left} that were left are repaired, too, and of
all invertible cases nothing is found afterwards in **{quiet_medium:.1%}**.
Before the repair, `graphnet` saw the mishap in {n_seen} of these; nothing is found again in
**{quiet_seen:.1%}** of those. Columns to which nothing happened were the same bit by bit in
**{untouched}** of {n} cases.

{table}

The last two columns are about mishaps that lost something: limits and codes over measured cells,
units that were rounded. The repair marks or computes what it can, and localizing again tells the
loss.

### The shifted column is found by graphnet

{n_found} invertible cases. All that was flagged was repaired in {acted_found} of them, and then
localizing again finds nothing in **{quiet_found:.1%}**. Columns to which nothing happened were the
same bit by bit in {untouched_found} cases.

### Imputed

Of mishaps that cannot be undone, {n_imputed} cases with `impute=True`: localizing again finds
nothing in **{quiet_imputed:.1%}**.

{imputed}
"""


def share(results: Sequence[Outcome]) -> float:
    """Of those in which nothing is found."""
    return sum(not r.remaining for r in results) / max(len(results), 1)


def table(results: Sequence[Outcome]) -> str:
    heads = (
        "mishap",
        "cases",
        "invertible",
        "repaired",
        "nothing found",
        "restored",
        "not invertible, repaired",
        "nothing found",
    )
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for code in dict.fromkeys(r.code for r in results):
        own = [r for r in results if r.code == code]
        good = [r for r in own if r.invertible and r.acted]
        lossy = [r for r in own if not r.invertible and r.acted]
        numbers = (
            len(own),
            sum(r.invertible for r in own),
            len(good),
            sum(not r.remaining for r in good),
            sum(r.restored for r in good),
            len(lossy),
            sum(not r.remaining for r in lossy),
        )
        lines.append(f"| {code} | " + " | ".join(map(str, numbers)) + " |")
    return "\n".join(lines)


def imputed(results: Sequence[Outcome]) -> str:
    lines = ["| mishap | cases | nothing found |", "|---|---|---|"]
    for code in dict.fromkeys(r.code for r in results):
        own = [r for r in results if r.code == code]
        lines.append(f"| {code} | {len(own)} | {sum(not r.remaining for r in own)} |")
    return "\n".join(lines)


def file_of(part: str) -> Path:
    return RUNS / "repair" / f"{part}.jsonl"


def try_all() -> None:
    """The column is given; what was left, again with less confidence; found; imputed."""
    graphnet = make_localizer("graphnet")

    def tried(case: TrialCase) -> Iterable[Outcome]:
        first = next(outcomes([case], graphnet))
        again = first.invertible and not first.acted
        more = next(outcomes([case], graphnet, confidence="medium")) if again else first
        return first, more

    def in_turns(codes: Sequence[str], count: int, seed: int) -> Iterable[tuple[str, TrialCase]]:
        return in_turn({code: cases(TABLES, count, seed, codes=[code]) for code in codes})

    run(file_of("given"), in_turns((*INVERTIBLE, "clipping"), PER_MISHAP, SEED), tried)
    run(
        file_of("found"),
        in_turns(INVERTIBLE, PER_MISHAP_FOUND, SEED + 1),
        lambda case: outcomes([case], graphnet, graphnet),
    )
    run(
        file_of("imputed"),
        in_turns([code for code in MISHAPS if code in LOST], PER_MISHAP_IMPUTED, SEED + 2),
        lambda case: outcomes([case], graphnet, impute=True),
    )


def page() -> str:
    kept = {part: read(file_of(part)) for part in ("given", "found", "imputed")}
    pairs = [[Outcome(*row) for row in each.rows] for each in kept["given"]]
    known, more = (
        [first for first, _ in pairs],
        [second for _, second in pairs if second.invertible],
    )
    flagged = [r for each in kept["found"] for r in (Outcome(*each.rows[0]),) if r.invertible]
    lost = [Outcome(*each.rows[0]) for each in kept["imputed"]]
    good = [r for r in known if r.invertible and r.acted]
    repaired = [r for r in flagged if r.acted]
    return TEXT.format(
        measured=measured(each for part in kept.values() for each in part),
        tables=", ".join(TABLES),
        n=len(known),
        n_invertible=sum(r.invertible for r in known),
        n_acted=len(good),
        quiet=share(good),
        quiet_invertible=share([r for r in known if r.invertible]),
        n_left=sum(not first.acted for first, second in pairs if second.invertible),
        n_medium=sum(s.acted and not f.acted for f, s in pairs if s.invertible),
        quiet_medium=share(more),
        n_seen=sum(r.seen for r in good),
        quiet_seen=share([r for r in good if r.seen]),
        quiet_before=sum(not r.found_before for r in good) / max(len(good), 1),
        untouched=sum(r.untouched for r in known),
        table=table(known),
        n_found=len(flagged),
        acted_found=len(repaired),
        quiet_found=share(repaired),
        untouched_found=sum(r.untouched for r in flagged),
        n_imputed=len(lost),
        quiet_imputed=share(lost),
        imputed=imputed(lost),
    )


if __name__ == "__main__":
    if sys.argv[1:] != ["page"]:
        try_all()
    Path(__file__).with_suffix(".md").write_text(page(), encoding="utf-8")

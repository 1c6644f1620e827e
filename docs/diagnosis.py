"""Write docs/diagnosis.md: how often the diagnosis of a shifted column is right.

Run with ``python docs/diagnosis.py``; takes up to an hour, and can be stopped at any moment and
started again. ``python docs/diagnosis.py page`` writes the page of the cases that were tried.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from kept_rows import RUNS, Kept, in_turn, measured, read, run

from featureshift.explain.trial import (
    HELD_OUT,
    TRIALS,
    TUNED_ON,
    Outcome,
    TrialCase,
    cases,
    cases_in_parts,
    confusion,
    outcomes,
    summary,
)
from featureshift.methods import make_localizer

PER_MISHAP, SEED = 60, 2026
METHODS = ("graphnet", "sm-threshold", "mb-sm")
PER_MISHAP_OF_METHODS = 20
PER_MISHAP_IN_PARTS = 20

TEXT = """# How often the diagnosis is right

{measured}

`result.explain()` says what may have happened to a shifted column. This page puts that on trial;
it is written by `python docs/diagnosis.py`.

A mishap (`simulate/mishaps/`) is done to one column of the query, or to two that are exchanged;
the table has 500 to 5,000 rows. The rules were written with the tables {tuned_on} in view;
the cases below come from other tables, {held_out} (`corpus/mixed.py`), and other seeds.
"unclear" is right where nothing happened to a column that was flagged all the same.
Totals and errors on these tables were looked at before, at other
seeds, and `machines` was mended then: its two tables used to differ by drift alone.

## The shifted column is given

{n} columns; the first diagnosis is right in **{right:.1%}**, made with high confidence in
{sure:.1%}; confident and wrong in **{wrong:.2%}**.

{matrix}

A row is what happened, a column what was said first; the last column counts confident errors.

{invented} of these columns are said to have changed in some rows only, which none did.

{parts}

{methods}
"""

IN_PARTS = """## Some rows only

The same in about a tenth of 5,000 rows (`simulate/parts.py`): those with one level of another
column, its smallest or largest values, or a stretch of the rows in their order. A condition is
right if four fifths of the rows that it names or that were struck are both. Outliers are left out,
since they are few anyway, and so are changes of the type.

{in_parts} columns; the right condition is named in **{same_rows:.1%}**, a wrong one in
**{other_rows:.1%}**, none in {no_rows:.1%}. The first diagnosis is right in {right_in_parts:.1%};
confident and wrong in {wrong_in_parts:.2%}.

{parts}
"""

BY_METHODS = """## The shifted column is found by a method

Only columns that the method flagged count: what it did not find cannot be explained. Columns that
it flagged though nothing happened to them are counted apart; "unclear" is then the right answer.

{methods}
"""


def matrix(results: Sequence[Outcome]) -> str:
    table = confusion(results)
    codes = list(TRIALS)
    marks = [f"{k + 1}" for k in range(len(codes))]
    lines = ["| | what happened | " + " | ".join(marks) + " | right | sure, wrong |"]
    lines.append("|---" * (len(codes) + 4) + "|")
    for mark, code in zip(marks, codes, strict=True):
        said = table[code]
        counts = [str(said[other]) if said[other] else "" for other in codes]
        wrong = sum(r.truth == code != r.said and r.confidence == "high" for r in results)
        right = said[code] / said.total()
        lines.append(f"| {mark} | {code} | {' | '.join(counts)} | {right:.0%} | {wrong} |")
    return "\n".join(lines)


def parts(results: Sequence[Outcome]) -> str:
    lines = [
        "| what happened | columns | condition right | wrong | diagnosis right |",
        "|---" * 5 + "|",
    ]
    for code in dict.fromkeys(r.truth for r in results):
        own = [r for r in results if r.truth == code]
        right = sum(r.same_rows for r in own)
        wrong = sum(bool(r.where) for r in own) - right
        said = sum(r.said == code for r in own)
        lines.append(f"| {code} | {len(own)} | {right} | {wrong or ''} | {said} |")
    return "\n".join(lines)


def found_by(name: str, results: Sequence[Outcome]) -> str:
    shifted = [r for r in results if r.truth != "unclear"]
    total = summary(shifted)
    apart = summary(r for r in results if r.truth == "unclear")
    return (
        f"| `{name}` | {len(shifted)} | {total.found} | {total.right:.1%} | {total.sure:.1%} "
        f"| {total.sure_and_wrong:.2%} | {apart.found} | {apart.right:.1%} "
        f"| {apart.sure_and_wrong:.2%} |"
    )


def mishaps(per_mishap: int, seed: int, codes: Sequence[str]) -> Iterator[tuple[str, TrialCase]]:
    return in_turn({c: cases(HELD_OUT, per_mishap, seed, codes=[c]) for c in codes})


def file_of(part: str) -> Path:
    return RUNS / "diagnosis" / f"{part}.jsonl"


def try_all() -> None:
    run(file_of("given"), mishaps(PER_MISHAP, SEED, list(TRIALS)), lambda c: outcomes([c]))
    parts_in_turn = in_turn(
        {
            code: cases_in_parts(HELD_OUT, PER_MISHAP_IN_PARTS, SEED + 2, codes=[code])
            for code in TRIALS
        }
    )
    run(file_of("parts"), parts_in_turn, lambda c: outcomes([c]))
    shifts = [code for code in TRIALS if code != "unclear"]
    for name in METHODS:
        method = make_localizer(name)
        trial = mishaps(PER_MISHAP_OF_METHODS, SEED + 1, shifts)
        run(file_of(name), trial, lambda c, method=method: outcomes([c], method))


def results(kept: Sequence[Kept]) -> list[Outcome]:
    return [Outcome(*row) for each in kept for row in each.rows]


def main(path: Path) -> None:
    parts = {part: read(file_of(part)) for part in ("given", "parts", *METHODS)}
    rows = [found_by(name, results(parts[name])) for name in METHODS if parts[name]]
    told = measured(each for kept in parts.values() for each in kept)
    path.write_text(
        page(results(parts["given"]), results(parts["parts"]), rows, told), encoding="utf-8"
    )


def some_rows_only(results: Sequence[Outcome]) -> str:
    total, n = summary(results), len(results)
    if n == 0:
        return "## Some rows only\n\nNot tried with this code."
    return IN_PARTS.format(
        in_parts=n,
        same_rows=sum(r.same_rows for r in results) / n,
        other_rows=sum(bool(r.where) and not r.same_rows for r in results) / n,
        no_rows=sum(not r.where for r in results) / n,
        right_in_parts=total.right,
        wrong_in_parts=total.sure_and_wrong,
        parts=parts(results),
    )


def by_methods(rows: Sequence[str]) -> str:
    if not rows:
        return "## The shifted column is found by a method\n\nNot tried with this code."
    header = [
        "| method | shifted | found | right | sure | sure and wrong "
        "| falsely flagged | unclear | sure and wrong |",
        "|---" * 9 + "|",
    ]
    return BY_METHODS.format(methods="\n".join([*header, *rows]))


def page(
    results: Sequence[Outcome], some_rows: Sequence[Outcome], rows: Sequence[str], told: str
) -> str:
    total = summary(results)
    return TEXT.format(
        measured=told,
        tuned_on=", ".join(TUNED_ON),
        held_out=", ".join(HELD_OUT),
        n=total.found,
        right=total.right,
        sure=total.sure,
        wrong=total.sure_and_wrong,
        matrix=matrix(results),
        invented=sum(bool(r.where) for r in results) or "None",
        parts=some_rows_only(some_rows),
        methods=by_methods(rows),
    )


if __name__ == "__main__":
    if sys.argv[1:] != ["page"]:
        try_all()
    main(Path(__file__).with_suffix(".md"))

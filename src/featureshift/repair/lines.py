"""A repair as the lines of code that a person would write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from featureshift.errors import OptionError
from featureshift.repair.plan import Plan, Planned, plan_repair
from featureshift.repair.rows_of import source_of
from featureshift.repair.step import DIALECTS, cell, quoted
from featureshift.result import Localization

COPIES = {
    "pandas": "repaired = repaired[~query.duplicated()]",
    "polars": "first = query.select(pl.struct(pl.all()).is_first_distinct()).to_series()\n"
    "repaired = repaired.filter(first)",
}


def repair_code(result: Localization, dialect: str = "pandas", confidence: str = "high") -> str:
    """See :meth:`featureshift.Localization.repair_code`."""
    plan = plan_repair(result, confidence)
    if dialect == "pandas":
        lines = list(_pandas(plan))
    elif dialect == "polars":
        lines = list(_polars(plan))
    else:
        raise OptionError(f"no code is written for {dialect!r}", expected=" or ".join(DIALECTS))
    if plan.renames:
        lines.append(rename_line(plan.renames, dialect))
    if plan.drops_copies:
        lines.append(COPIES[dialect])
    lines += [text_line(plan, name) for name in plan.texts]
    left = [f"# left: {' '.join(str(each).split())}" for each in plan.left]
    return "\n".join([*lines, *left]) + "\n"


def pandas_lines(planned: Planned) -> Iterator[str]:
    """One step, given ``query`` and its copy ``repaired``."""
    for column, text in planned.step.source("pandas").items():
        if planned.where is None:
            yield f"repaired[{quoted(column)}] = {text}"
            continue
        yield f"rows = {source_of(planned.where, 'pandas')}"
        yield f"repaired[{quoted(column)}] = {cell(column, 'pandas')}.mask(rows, {text})"


def rename_line(renames: Iterable[tuple[str, str]], dialect: str) -> str:
    """By pairs (name in the query, name in the reference)."""
    names = ", ".join(f"{quoted(old)}: {quoted(new)}" for old, new in renames)
    given = f"columns={{{names}}}" if dialect == "pandas" else f"{{{names}}}"
    return f"repaired = repaired.rename({given})"


def text_line(plan: Plan, column: str) -> str:
    """A comment: how numbers are written is read from all cells, which takes more than a line."""
    then = [planned.words for planned in plan.steps if column in planned.step.columns]
    after = "".join(f", then: {' '.join(words.split())}" for words in then)
    return f"# {quoted(column)}: result.repair(query) reads its text as numbers{after}"


def _pandas(plan: Plan) -> Iterator[str]:
    lines = [line for planned in plan.steps_on_numbers for line in pandas_lines(planned)]
    if any("pd." in line for line in lines):
        yield "import pandas as pd"
    yield "repaired = query.copy()"
    yield from lines


def _polars(plan: Plan) -> Iterator[str]:
    yield "import polars as pl"
    if not plan.steps_on_numbers:
        yield "repaired = query"
        return
    yield "repaired = query.with_columns("
    for planned in plan.steps_on_numbers:
        for column, text in planned.step.source("polars").items():
            yield f"    {_in_one(_confined(planned, column, text))}.alias({quoted(column)}),"
    yield ")"


def _confined(planned: Planned, column: str, text: str) -> str:
    """An expression of polars, in the rows that the step is about."""
    if planned.where is None:
        return text
    rows = source_of(planned.where, "polars")
    return f"pl.when({rows}).then({text}).otherwise({cell(column, 'polars')})"


def _in_one(text: str) -> str:
    """In parentheses where a method would take hold of its last part only."""
    return text if text.startswith(("pl.", "(")) and text.endswith(")") else f"({text})"

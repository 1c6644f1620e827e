"""A repair as the lines of code that a person would write."""

from __future__ import annotations

from collections.abc import Iterator

from featureshift.errors import OptionError
from featureshift.repair.plan import Plan, Planned, plan_repair
from featureshift.repair.rows_of import source_of
from featureshift.repair.step import DIALECTS, Dialect, cell, quoted
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
        names = ", ".join(f"{quoted(old)}: {quoted(new)}" for old, new in plan.renames)
        given = f"columns={{{names}}}" if dialect == "pandas" else f"{{{names}}}"
        lines.append(f"repaired = repaired.rename({given})")
    if plan.drops_copies:
        lines.append(COPIES[dialect])
    lines += [f"# {name}: result.repair(query) reads its text as numbers" for name in plan.texts]
    left = [f"# left: {' '.join(str(each).split())}" for each in plan.left]
    return "\n".join([*lines, *left]) + "\n"


def _pandas(plan: Plan) -> Iterator[str]:
    if any(planned.where is not None and planned.where.column is None for planned in plan.steps):
        yield "import pandas as pd"
    yield "repaired = query.copy()"
    for planned, column, text in _expressions(plan, "pandas"):
        if planned.where is not None:
            yield f"rows = {source_of(planned.where, 'pandas')}"
            text = f"{cell(column, 'pandas')}.mask(rows, {text})"
        yield f"repaired[{quoted(column)}] = {text}"


def _polars(plan: Plan) -> Iterator[str]:
    yield "import polars as pl"
    if not plan.steps:
        yield "repaired = query"
        return
    yield "repaired = query.with_columns("
    for planned, column, text in _expressions(plan, "polars"):
        if planned.where is not None:
            rows = source_of(planned.where, "polars")
            text = f"pl.when({rows}).then({text}).otherwise({cell(column, 'polars')})"
        yield f"    {_in_one(text)}.alias({quoted(column)}),"
    yield ")"


def _in_one(text: str) -> str:
    """In parentheses where a method would take hold of its last part only."""
    return text if text.startswith(("pl.", "(")) and text.endswith(")") else f"({text})"


def _expressions(plan: Plan, dialect: Dialect) -> Iterator[tuple[Planned, str, str]]:
    for planned in plan.steps:
        for column, text in planned.step.source(dialect).items():
            yield planned, column, text

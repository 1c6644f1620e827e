"""From a localization and the query to the repaired table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw

from featureshift.errors import OptionError
from featureshift.explain import Where
from featureshift.methods.registry import METHODS
from featureshift.repair.copies import first_of_each
from featureshift.repair.editable import Editable, editable
from featureshift.repair.imputing import impute_columns
from featureshift.repair.numbers_as_text import numbers_of
from featureshift.repair.plan import COPIES, RENAMED, Left, Plan, Planned, plan_repair
from featureshift.repair.repaired import Compared, Done, Repaired
from featureshift.repair.rows_of import rows_of
from featureshift.repair.step import CannotRepairError, Series
from featureshift.result import Localization
from featureshift.tables import Kind, as_table

IMPUTED, RETYPED = "imputed", "type-changed"


def repair(
    result: Localization,
    query: Any,
    reference: Any = None,
    *,
    confidence: str = "high",
    impute: bool = False,
    seed: int = 0,
) -> Repaired:
    """See :meth:`featureshift.Localization.repair`."""
    plan = plan_repair(result, confidence)
    table = editable(query, _names(result, reference))
    new, done, left = _numbers_read(plan, table, reference)
    new |= _carried_out(plan.steps, table, new, done, left)
    read = {each.column for each in done}
    left += [each for each in plan.left if not (each.code == RETYPED and each.column in read)]
    if impute:
        drawn = _imputed(result, table, left, reference, seed)
        new |= drawn
        words = "replaced by draws from the reference, given the columns that are not shifted"
        done += [Done(name, IMPUTED, words) for name in drawn]
        left = [each for each in left if each.column not in drawn]
    native = table.changed(new)
    names = {old: new for old, new in plan.renames if old in table.names}
    if names:
        native = editable(native, table.names).renamed(names)
        done += [
            Done(new, RENAMED, f"called '{new}' again, not '{old}'") for old, new in names.items()
        ]
    if plan.drops_copies:
        kept = first_of_each(table)
        native = editable(native, table.names).rows(kept)
        done.append(Done(None, COPIES, f"{table.n_rows - len(kept):,} copies of others dropped"))
    method = result.method if result.method in METHODS else None
    compared = None if reference is None else Compared(reference, method)
    return Repaired(native, tuple(done), tuple(left), compared)


def drop_shifted(result: Localization, query: Any) -> Any:
    """See :meth:`featureshift.Localization.drop`."""
    return editable(query, _names(result, None)).without(result.shifted_features)


def _names(result: Localization, reference: Any) -> Sequence[str]:
    """Of a query whose columns are only numbered: those of the reference, as when compared."""
    if reference is None:
        return result.features
    return [column.name for column in as_table(reference).columns]


def _numbers_read(
    plan: Plan, table: Editable, reference: Any
) -> tuple[dict[str, Series], list[Done], list[Left]]:
    """Columns of text that hold numbers in the reference, what was done, and what was not."""
    new: dict[str, Series] = {}
    done: list[Done] = []
    left: list[Left] = []
    for name in dict.fromkeys([*plan.texts, *_retyped(plan, reference)]):
        try:
            new[name], written = numbers_of(table.column(name))
        except CannotRepairError as cause:
            left.append(Left(name, RETYPED, str(cause)))
            continue
        done.append(Done(name, RETYPED, f"text read as numbers ({written})"))
    return new, done, left


def _retyped(plan: Plan, reference: Any) -> list[str]:
    """Columns that were not compared since they are numbers in the reference only."""
    if reference is None:
        return []
    kinds = {column.name: column.kind for column in as_table(reference).columns}
    names = [each.column for each in plan.left if each.code == RETYPED and each.column]
    return [name for name in names if kinds.get(name) is Kind.NUMERIC]


def _carried_out(
    steps: Sequence[Planned],
    table: Editable,
    read: Mapping[str, Series],
    done: list[Done],
    left: list[Left],
) -> dict[str, Series]:
    """New columns; adds to what was done, and to what the cells did not allow."""
    new: dict[str, Series] = {}
    for planned in steps:
        own = {
            name: read[name] if name in read else table.column(name)
            for name in planned.step.columns
        }
        try:
            found = planned.step.done(own)
        except CannotRepairError as cause:
            left.append(Left(planned.step.column, planned.code, str(cause)))
            continue
        for name, cells in found.items():
            new[name] = _within(planned.where, own[name], cells, table)
        done.append(Done(planned.step.column, planned.code, planned.words))
    return new


def _within(where: Where | None, old: Series, new: Series, table: Editable) -> Series:
    """The new cells where the condition holds, and the old ones elsewhere."""
    if where is None:
        return new
    rows = rows_of(where, table.column, table.n_rows)
    mask = nw.new_series("rows", rows.tolist(), nw.Boolean(), backend=old.implementation)
    frame = old.alias("old").to_frame().with_columns(new.alias("new"), mask)
    cells = nw.when(nw.col("rows")).then(nw.col("new")).otherwise(nw.col("old"))
    return frame.select(cells.alias("cells"))["cells"]


def _imputed(
    result: Localization, table: Editable, left: Sequence[Left], reference: Any, seed: int
) -> dict[str, Series]:
    """Shifted columns that were not repaired, drawn given those that are not shifted."""
    if reference is None:
        raise OptionError(
            "impute=True needs the reference, from which cells are drawn",
            remedy="give it: result.repair(query, reference, impute=True)",
        )
    shifted = set(result.shifted_features)
    names = [each.column for each in left if each.column in shifted]
    given = [name for name in result.features if name not in shifted]
    own = editable(reference, table.names)
    return impute_columns(own, table, [name for name in names if name], given, seed)

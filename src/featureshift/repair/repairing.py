"""From a localization and the query to the repaired table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw

from featureshift.errors import OptionError
from featureshift.explain import Where
from featureshift.methods.registry import METHODS
from featureshift.repair.copies import first_of_each
from featureshift.repair.editable import Editable, editable
from featureshift.repair.imputing import impute_columns
from featureshift.repair.plan import COPIES, Left, Planned, plan_repair
from featureshift.repair.repaired import Compared, Done, Repaired
from featureshift.repair.rows_of import rows_of
from featureshift.repair.step import CannotRepairError, Series
from featureshift.result import Localization
from featureshift.tables import as_table

IMPUTED = "imputed"


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
    new, done, left = _carried_out(plan.steps, table)
    left += plan.left
    if impute:
        drawn = _imputed(result, table, left, reference, seed)
        new |= drawn
        words = "replaced by draws from the reference, given the columns that are not shifted"
        done += [Done(name, IMPUTED, words) for name in drawn]
        left = [each for each in left if each.column not in drawn]
    native = table.changed(new)
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


def _carried_out(
    steps: Sequence[Planned], table: Editable
) -> tuple[dict[str, Series], list[Done], list[Left]]:
    """New columns, what was done, and what the cells did not allow."""
    new: dict[str, Series] = {}
    done: list[Done] = []
    left: list[Left] = []
    for planned in steps:
        own = {name: table.column(name) for name in planned.step.columns}
        try:
            found = planned.step.done(own)
        except CannotRepairError as cause:
            left.append(Left(planned.step.column, planned.code, str(cause)))
            continue
        for name, cells in found.items():
            new[name] = _within(planned.where, own[name], cells, table)
        done.append(Done(planned.step.column, planned.code, planned.words))
    return new, done, left


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

"""What can be undone, one thing at a time: in words and as lines, for whoever reads a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from featureshift.explain import Explanation
from featureshift.repair.lines import COPIES, pandas_lines, rename_line, text_line
from featureshift.repair.plan import Plan, plan_repair
from featureshift.result import Localization


@dataclass(frozen=True)
class Hint:
    """Names in ``words`` are as in the table; in ``code`` they are escaped as Python does."""

    columns: tuple[str, ...]
    """None for what is about rows."""
    words: str
    """What undoes it, in a clause: "divided by 2.54"."""
    code: tuple[str, ...]
    """Lines of pandas, given ``query`` and its copy ``repaired``."""


def repair_hints(result: Localization, explanation: Explanation) -> tuple[Hint, ...]:
    """For what is known with high confidence; shifted columns first."""
    return tuple(_hints(plan_repair(result, explanation=explanation)))


def _hints(plan: Plan) -> Iterator[Hint]:
    for planned in plan.steps_on_numbers:
        yield Hint(planned.step.columns, planned.words, tuple(pandas_lines(planned)))
    for name in plan.texts:
        yield Hint((name,), "its text is read as numbers again", (text_line(plan, name),))
    for old, new in plan.renames:
        line = rename_line([(old, new)], "pandas")
        yield Hint((new,), f"called '{new}' again, not '{old}'", (line,))
    if plan.drops_copies:
        yield Hint((), "rows that repeat an earlier one are dropped", (COPIES["pandas"],))

"""Which diagnoses can be undone, how, and why the others cannot."""

from __future__ import annotations

from collections.abc import Callable

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.repair import dated, exchanged, marked, rescaled, respelled, rolled
from featureshift.repair.step import Step

Undo = Callable[[ColumnExplanation, Explanation], Step | str]
"""(the column, all columns) -> what undoes its first diagnosis, or why nothing does."""

REPAIRS: dict[str, Undo] = {
    "scale": rescaled.from_scale,
    "offset": rescaled.from_offset,
    "reflection": rescaled.from_reflection,
    "swapped": exchanged.from_swapped,
    "category-renamed": respelled.from_renamed,
    "clipping": marked.from_clipping,
    "sentinel": marked.from_sentinel,
    "row-offset": rolled.from_row_offset,
    "day-month-swapped": dated.from_swapped_day,
}
"""Code of a diagnosis -> what undoes it."""

LOST: dict[str, str] = {
    "rounding": "digits that were rounded off are lost",
    "constant-fill": "the filled cells cannot be told from others of the same value",
    "outliers": "nothing tells the true value of an outlier",
    "noise": "random errors cannot be taken off",
    "shuffled": "the order of the rows is lost",
    "moved-together": "the order of the rows is lost",
    "category-merged": "merged categories cannot be told apart",
    "category-new": "nothing tells what a new category was before",
    "missingness": "what was in missing cells is lost",
    "predicted": "a prediction does not tell the value it stands for",
    "truncated": "rows that were filtered out are lost",
    "category-lost": "rows that were filtered out are lost",
    "trend": "a drift is part of what was measured",
    "constant": "one value in all rows tells nothing of what it replaced",
    "population": "other rows are no mistake of the column",
    "time-zone": "once a year an hour comes twice: which of both is meant is not known",
    "date-precision": "the time that was cut off is lost",
    "time-of-day": "other times of day are no mistake that is known",
    "weekdays": "other weekdays are no mistake that is known",
    "epoch-unit": "dates are not converted: read them again in the right unit",
    "other-period": "a later period is no mistake",
    "unclear": "it is not known what happened",
}
"""Code of a diagnosis that cannot be undone -> why."""

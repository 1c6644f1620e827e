"""What a person would do next about a shifted column, by what happened to it."""

from __future__ import annotations

from collections.abc import Mapping

NEXT_STEPS: Mapping[str, str] = {
    "type-changed": "Read the column with the type it had, or agree on the new one.",
    "scale": "Ask which unit the column is in now, and convert it back.",
    "offset": "Ask whether the zero point changed (a base year, a tare, a clock), and undo it.",
    "reflection": "Ask whether the direction of the scale was turned, and turn it back.",
    "rounding": "Ask whether fewer digits are stored or sent than before: they cannot be restored.",
    "clipping": "Treat values at the bound as missing: what lies beyond it is lost.",
    "constant-fill": "Treat this value as missing where it stands for an unknown one.",
    "sentinel": "Treat this value as missing, and agree on one sign for missing cells.",
    "outliers": "Look at these rows at their origin before any mean or model uses them.",
    "noise": "Ask whether the instrument, its settings or a way of masking changed.",
    "shuffled": "Check the key by which this column is joined, or whether it was sorted alone.",
    "row-offset": "Check for a row lost or added before this column was put beside the others.",
    "swapped": "Check the order of columns where the table is written, and exchange them.",
    "category-renamed": "Map the new names to the old ones before the tables are used together.",
    "category-merged": "Ask whether levels were joined on purpose: they cannot be told apart now.",
    "category-new": "Decide what the new level means for whoever uses this column.",
    "missingness": "Ask why these cells are missing, and whether that depends on their value.",
    "predicted": "Ask whether a model filled this column in: it knows less than a measurement.",
    "truncated": "Ask whether rows beyond the limit were filtered out on the way.",
    "category-lost": "Ask whether rows of this level were filtered out, or stopped coming in.",
    "trend": "Look at the column over time before both tables are used as one.",
    "constant": "Ask whether the query is one batch or group, or whether a default was written.",
    "time-zone": "Ask which time zone the times are in, and convert them to one.",
    "day-month-swapped": "Read the dates in the order of day and month in which they are written.",
    "date-precision": "Ask whether the time was cut off on the way: it cannot be restored.",
    "time-of-day": "Ask whether the hours in which rows are recorded changed.",
    "weekdays": "Ask whether the days on which rows are recorded changed.",
    "epoch-unit": "Read the numbers in the unit they were written in: seconds or milliseconds.",
    "other-period": "Nothing to mend: leave the column out where other periods are compared.",
    "population": "Compare within the groups of the driver, or weigh the rows by it.",
    "moved-together": "Check the key by which these columns were joined to the others.",
    "unclear": "Compare a few rows of both tables by eye, or ask whoever delivers the column.",
}
"""By the code of a diagnosis."""

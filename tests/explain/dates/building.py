"""Orders with a rhythm of the day and of the week, when they were sent, and births."""

import numpy as np

from featureshift.explain.diagnoses import diagnose
from featureshift.simulate.mishaps.dates import as_dates

from ..building import case_of

DAY = 86400.0
ROWS = 3000


def seconds(date):
    return float(np.datetime64(date, "s").astype(np.int64))


def table(rng, first="2024-01-01", length=366, rows=ROWS):
    days = np.arange(length) + round(seconds(first) / DAY)
    weights = np.where((days + 3) % 7 < 5, 1.0, 0.4)
    day = rng.choice(days, rows, p=weights / weights.sum()) * DAY
    clock = np.floor(np.clip(rng.normal(12.5, 2.5, rows), 0, 23.99) * 3600)
    return {
        "when": day + clock,
        "sent": day + clock + np.floor(rng.gamma(4, 4, rows) * 3600),
        "born": seconds("1950-01-01") + DAY * rng.integers(0, 18000, rows),
        "weight": rng.gamma(4, 2, rows),
    }


def as_table(columns):
    return {name: as_dates(c) if name != "weight" else c for name, c in columns.items()}


def date_case(rng, change, name="when", later=None):
    """Of a column after ``change(columns) -> new columns``; ``later``: where the query begins."""
    length = 366 if later is None else 60
    first = "2024-01-01"
    reference = table(rng, first, length)
    query = table(rng, later or first, length)
    return case_of(as_table(reference), as_table(query | change(query)), name, shifted=set())


def said(rng, change, name="when", later=None):
    return diagnose(date_case(rng, change, name, later))[0]

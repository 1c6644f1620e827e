"""What goes wrong with columns in practice: mishaps on tables of numbers, texts and missing cells.

Each is named as the diagnosis that should be made of it (``explain.diagnoses``), and is written
without knowledge of how that is done. A table is a mapping of names to columns of one length:
floats with NaN where missing, booleans, dates with NaT where missing, or texts with None where
missing.
"""

from featureshift.simulate.mishaps.columns import (
    Column,
    Columns,
    Mishap,
    as_seconds,
    is_date,
    is_number,
    is_related,
)
from featureshift.simulate.mishaps.registry import MISHAPS

__all__ = [
    "MISHAPS",
    "Column",
    "Columns",
    "Mishap",
    "as_seconds",
    "is_date",
    "is_number",
    "is_related",
]

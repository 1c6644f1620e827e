"""Undoing what happened to a table, as far as that is known and can be undone."""

from featureshift.repair.hints import Hint, repair_hints
from featureshift.repair.lines import repair_code
from featureshift.repair.plan import Left
from featureshift.repair.repaired import Done, Repaired
from featureshift.repair.repairing import drop_shifted, repair
from featureshift.repair.writing import write_table

__all__ = [
    "Done",
    "Hint",
    "Left",
    "Repaired",
    "drop_shifted",
    "repair",
    "repair_code",
    "repair_hints",
    "write_table",
]

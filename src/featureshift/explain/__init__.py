"""What happened to each shifted column, in numbers and words that a person can check."""

from featureshift.explain.evidence import (
    Change,
    Chart,
    ColumnExplanation,
    Diagnosis,
    Explanation,
    PairView,
    Partner,
    Points,
    Where,
)
from featureshift.explain.explaining import explain_localization

__all__ = [
    "Change",
    "Chart",
    "ColumnExplanation",
    "Diagnosis",
    "Explanation",
    "PairView",
    "Partner",
    "Points",
    "Where",
    "explain_localization",
]

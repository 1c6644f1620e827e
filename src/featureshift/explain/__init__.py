"""What happened to each shifted column, in numbers and words that a person can check."""

from featureshift.explain.evidence import (
    Change,
    Chart,
    ColumnExplanation,
    Diagnosis,
    Driver,
    Explanation,
    PairView,
    Partner,
    Points,
    Population,
    Where,
)
from featureshift.explain.explaining import explain_localization

__all__ = [
    "Change",
    "Chart",
    "ColumnExplanation",
    "Diagnosis",
    "Driver",
    "Explanation",
    "PairView",
    "Partner",
    "Points",
    "Population",
    "Where",
    "explain_localization",
]

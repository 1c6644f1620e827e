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
)

__all__ = [
    "Change",
    "Chart",
    "ColumnExplanation",
    "Diagnosis",
    "Explanation",
    "PairView",
    "Partner",
    "Points",
]

"""One column of a result, with all that is known about it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from featureshift.errors import FeatureshiftError

if TYPE_CHECKING:
    from featureshift.explain import ColumnExplanation
    from featureshift.result import Localization


@dataclass(frozen=True)
class Feature:
    """What ``result["income"]`` gives."""

    name: str
    score: float
    shifted: bool
    effect: float
    """From 0 to 1; NaN where it was not measured."""
    q_value: float | None
    result: Localization = field(repr=False, compare=False)

    @property
    def explanation(self) -> ColumnExplanation | None:
        """None for a column that is not shifted, or that cannot be explained."""
        return explained(self.result).get(self.name)

    @property
    def what_happened(self) -> str | None:
        """In words, where it is known."""
        return None if self.explanation is None else self.explanation.what_happened

    @property
    def kind(self) -> str | None:
        """What changed: a name out of ``featureshift.explain.evidence.KINDS``."""
        return None if self.explanation is None else self.explanation.kind

    @property
    def confidence(self) -> str | None:
        """In what happened: "high", "medium" or "low"."""
        return None if self.explanation is None else self.explanation.diagnoses[0].confidence

    def __str__(self) -> str:
        if not self.shifted:
            return f"{self.name}: not shifted (score {self.score:.4g})"
        known = f"shifted (score {self.score:.4g}, effect {self.effect:.2f})"
        happened = self.what_happened
        return f"{self.name}: {known}" + (f": {happened}" if happened else "")


def explained(result: Localization) -> dict[str, ColumnExplanation]:
    """The shifted columns that are explained, by name; none where nothing can be."""
    try:
        return {column.feature: column for column in result.explain().columns}
    except FeatureshiftError:
        return {}

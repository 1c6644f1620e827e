"""How often each manipulation is drawn: more often, the worse it is found in validation."""

from __future__ import annotations

from collections.abc import Mapping

from featureshift.simulate import TRAINING

HARDEST = 0.05
"""An F1 below this counts as this, so that one hopeless manipulation does not take everything."""


def uniform() -> dict[str, float]:
    """Before the first validation."""
    return dict.fromkeys(TRAINING, 1 / len(TRAINING))


def adapted(f1: Mapping[str, float], floor: float) -> dict[str, float]:
    """Probabilities inversely proportional to the F1 of each manipulation, none below ``floor``.

    A manipulation that validation did not measure counts as average.

    >>> mixture = adapted({"T1": 1.0, "T3": 0.5}, floor=0.03)
    >>> mixture["T3"] > mixture["T2"] > mixture["T1"] > 0.03
    True
    >>> round(sum(mixture.values()), 6)
    1.0
    """
    usual = sum(f1.values()) / len(f1) if f1 else 1.0
    weights = {name: 1 / max(f1.get(name, usual), HARDEST) for name in TRAINING}
    total = sum(weights.values())
    free = 1 - floor * len(weights)
    return {name: floor + free * weight / total for name, weight in weights.items()}

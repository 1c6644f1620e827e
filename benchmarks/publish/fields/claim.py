"""What a claim of the paper is, and what checking one takes.

A claim is a function of comparable rows: it gives a verdict with its numbers, or None where the
methods or manipulations it speaks of were not run. Words such as "poor" are given a number, which
the text of the claim states.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.publish.comparable_rows import ComparableRows

CONDITIONAL = ("mb-sm", "mb-ks", "knn-ks", "deep-sm")
FILTERS = ("select-k-best", "mutual-info", "mrmr", "fast-cmim")
COMPARED_THERE = ("fslnet", "datafix", *CONDITIONAL, *FILTERS)
"""The methods of the paper's figures: an order is among these, without ours."""

NEGLIGIBLE = 0.01
"""A smaller difference of F1 counts as none."""
TRAINING, OUR_SPEED = "training", "speed"
"""Reasons: our FSL-Net learned for hours, not days; our other methods are implemented faster."""
FEWEST_DATASETS = 3
"""On which times are compared."""


@dataclass(frozen=True)
class Verdict:
    holds: bool
    numbers: str
    why: str = ""
    """What may be behind it where it does not hold: one of the reasons that page.md explains."""


@dataclass(frozen=True)
class Claim:
    says: str
    """The paper's claim, with our reading of its words."""
    check: Callable[[ComparableRows], Verdict | None]
    methods: tuple[str, ...]
    """That must take part."""
    manipulations: tuple[str, ...] = ()
    """That must be among the tasks."""
    of_speed: bool = False
    """Whether it compares times, which takes data sets of which all had equally many rows."""

    def verdict(self, compared: ComparableRows) -> Verdict | None:
        """None where these rows cannot tell."""
        there = {*compared.methods, *compared.manipulations}
        if not there.issuperset(self.methods + self.manipulations):
            return None
        if self.of_speed:
            compared = compared.with_equal_rows(*self.methods)
            if len(compared.datasets) < FEWEST_DATASETS:
                return None
        return self.check(compared)


def theirs(compared: ComparableRows) -> list[str]:
    """The paper's methods, highest mean F1 first."""
    return [method for method in compared.methods if method in COMPARED_THERE]


def finished_by_datafix(compared: ComparableRows) -> ComparableRows:
    """Without tables it hardly finished: the paper's DataFix finished all of its own."""
    return compared.without(compared.hardly_finished.get("datafix", ()))

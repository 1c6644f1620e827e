"""What a claim of the paper is, and what checking one takes.

A claim is a function of a basis: it gives a verdict with its numbers, or None where the methods or
manipulations it speaks of were not run. Words such as "poor" are given a number, which the claim's
text states.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from featureshift.bench.basis import Basis

CONDITIONAL = ("mb-sm", "mb-ks", "knn-ks", "deep-sm")
FILTERS = ("select-k-best", "mutual-info", "mrmr", "fast-cmim")
COMPARED_THERE = ("fslnet", "datafix", *CONDITIONAL, *FILTERS)
"""The methods of the paper's figures: an order is among these, without ours."""

NEGLIGIBLE = 0.01
"""A smaller difference of F1 counts as none."""
FEWEST_DATASETS = 3
"""On which times are compared."""


@dataclass(frozen=True)
class Verdict:
    holds: bool
    numbers: str
    why: str = ""
    """What may be behind it, where it does not hold."""


@dataclass(frozen=True)
class Claim:
    says: str
    """The paper's claim, with our reading of its words."""
    check: Callable[[Basis], Verdict | None]
    methods: tuple[str, ...]
    """That must take part."""
    manipulations: tuple[str, ...] = ()
    """That must be among the tasks."""
    of_speed: bool = False
    """Whether it compares times, which takes data sets of which all had equally many rows."""

    def verdict(self, basis: Basis) -> Verdict | None:
        """None where this basis cannot tell."""
        there = {*basis.methods, *basis.manipulations}
        if not there.issuperset(self.methods + self.manipulations):
            return None
        if self.of_speed:
            basis = basis.with_equal_rows(*self.methods)
            if len(basis.datasets) < FEWEST_DATASETS:
                return None
        return self.check(basis)


def theirs(basis: Basis) -> list[str]:
    """The paper's methods, highest mean F1 first."""
    return [method for method in basis.methods if method in COMPARED_THERE]


def finished_by_datafix(basis: Basis) -> Basis:
    """Without tables it hardly finished: the paper's DataFix finished all of its own."""
    return basis.without(basis.hardly_finished.get("datafix", ()))

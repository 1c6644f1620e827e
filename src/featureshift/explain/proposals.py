"""A diagnosis is a mishap done again: what it makes of the reference should look like the query.

A rule proposes the reference column after the mishap. How far that is from the query, in its
distribution, in its relations and in its missing cells, judges every rule by the same measure.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from featureshift.explain.case import Case
from featureshift.explain.margins import Misfit, normal_tail

Vector = NDArray[np.float64]

MOST_COST = 40.0
"""Beyond this, more misfit says nothing more."""
HOPELESS = 10.0
NEAR = 0.02
"""A distance of distributions too small to matter, whatever its p-value."""


@dataclass(frozen=True, eq=False)
class Proposal:
    """What a rule thinks has happened."""

    words: str
    values: Vector
    """The reference column after the mishap [reference rows], NaN where missing."""
    parameters: float
    """Numbers that were fitted to the query: the fewer, the more believable."""
    numbers: Mapping[str, float] = field(default_factory=dict)
    renames: Mapping[str, str] = field(default_factory=dict)
    """Name before -> name after, of categories or columns."""
    near: float = NEAR
    """A distance of distributions that still counts as the same."""
    relations_open: bool = False
    """The mishap leaves open how strong relations are: the rule has looked at them itself."""
    missing_open: bool = False
    """The same for the share of missing cells."""
    at_most: str = "high"
    """Confidence beyond which the rule's own evidence does not reach: "medium" where another group
    of people, days or machines would look the same."""
    proven: bool = False
    """The cells themselves show that it happened, however small the difference is."""


def at_most(sure: bool) -> str:
    """The highest confidence of a proposal whose own evidence is ``sure``, or not."""
    return "high" if sure else "medium"


class Judged(NamedTuple):
    """Costs are decimal digits of improbability."""

    margin: float
    relation: float
    missing: float
    parameters: float

    @property
    def misfit(self) -> float:
        return self.margin + self.relation + self.missing

    def beyond(self, selection: float) -> float:
        """The worst of the three, less what chance gives a column that was picked out of many.

        Its partners were picked out of as many besides.
        """
        return max(self.margin, self.relation - selection, self.missing) - selection

    @property
    def cost(self) -> float:
        return self.misfit + self.parameters


def judge(case: Case, proposal: Proposal) -> Judged:
    """How badly the proposal explains the query; about 1 in each respect is what chance gives."""
    margin = _margin_cost(case.misfit(proposal.values), proposal.near)
    hopeless = margin > HOPELESS  # what no relation can mend need not be related
    unrelated = hopeless or proposal.relations_open or case.other_period
    z = 0.0 if unrelated else case.relation_change(proposal.values)
    return Judged(
        margin=margin,
        relation=_digits(2 * normal_tail(abs(z))),
        missing=0.0 if proposal.missing_open else _digits(_missing_p(case, proposal.values)),
        parameters=proposal.parameters,
    )


def judge_unchanged(case: Case) -> Judged:
    """The same for the reference as it is: high where anything changed."""
    z = case.identity_change
    return Judged(
        margin=_digits(case.identity.chance),
        relation=_digits(2 * normal_tail(abs(z))),
        missing=_digits(_missing_p(case, case.column.reference)),
        parameters=0.0,
    )


def _margin_cost(misfit: Misfit, near: float) -> float:
    body = _digits(misfit.p)
    if misfit.distance <= near:
        body = min(body, 1.0)
    return max(body, _digits(2 * misfit.tail))


def _missing_p(case: Case, values: Vector) -> float:
    """Chance of the query's share of missing cells, given that of the proposal."""
    n, m = len(values), len(case.column.query)
    gone, other = int(np.isnan(values).sum()), int(np.isnan(case.column.query).sum())
    pooled = (gone + other + 1) / (n + m + 2)
    z = (gone / n - other / m) / math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return 2 * normal_tail(abs(z))


def _digits(p: float) -> float:
    return min(-math.log10(min(max(p, 1e-300), 1.0)), MOST_COST)

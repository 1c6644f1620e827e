"""The paper's numbers and claims beside ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.fields.accuracy_claims import ACCURACY
from benchmarks.publish.fields.claim import Claim, Verdict
from benchmarks.publish.fields.speed_claims import SPEED
from benchmarks.publish.fields.thresholds import Thresholds
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import overall, speedups
from benchmarks.publish.published import (
    MEAN_F1,
    SM_F1,
    SM_THRESHOLD,
    SPEEDUP,
    SPEEDUP_MAX,
    SPEEDUP_MAX_ON,
)
from benchmarks.publish.words import ABSENT, code, score, table

CLAIMS: tuple[Claim, ...] = (*ACCURACY, *SPEED)
UNKNOWN = "not measured yet"


@dataclass(frozen=True)
class Agreement:
    number_table: str
    claim_table: str
    claims: int
    hold: int
    fail: int
    reasons: frozenset[str]
    """What may be behind the claims that do not hold, as ``fields.claim`` names reasons."""

    @property
    def unknown(self) -> int:
        return self.claims - self.hold - self.fail


def agreement(results: Results, thresholds: Thresholds | None) -> Agreement:
    comparisons = list(results.comparisons.values())
    verdicts = [_first_verdict(claim, comparisons) for claim in CLAIMS]
    known = [verdict for verdict, _ in verdicts if verdict is not None]
    failed = [verdict for verdict in known if not verdict.holds]
    return Agreement(
        number_table=table(["", "the paper's", "ours", "suite"], _numbers(comparisons, thresholds)),
        claim_table=table(
            ["the paper's claim", "holds here", "our numbers", "suite"],
            map(_claim_row, CLAIMS, verdicts),
        ),
        claims=len(CLAIMS),
        hold=len(known) - len(failed),
        fail=len(failed),
        reasons=frozenset(verdict.why for verdict in failed),
    )


def _first_verdict(
    claim: Claim, comparisons: Sequence[ComparableRows]
) -> tuple[Verdict | None, str]:
    """Of the first suite that can tell, with its name."""
    for compared in comparisons:
        if (verdict := claim.verdict(compared)) is not None:
            return verdict, code(compared.suite)
    return None, ABSENT


def _claim_row(claim: Claim, found: tuple[Verdict | None, str]) -> list[str]:
    verdict, suite = found
    if verdict is None:
        return [claim.says, ABSENT, UNKNOWN, suite]
    return [claim.says, "yes" if verdict.holds else "no", verdict.numbers, suite]


def _numbers(
    comparisons: Sequence[ComparableRows], thresholds: Thresholds | None
) -> list[list[str]]:
    return [
        ["FSL-Net, mean F1", score(MEAN_F1), *_mean_f1(comparisons)],
        *_speedup_numbers(comparisons),
        *_threshold_numbers(thresholds),
    ]


def _mean_f1(comparisons: Sequence[ComparableRows]) -> list[str]:
    """Of FSL-Net, on the most telling suite it ran."""
    for compared in comparisons:
        if "fslnet" in compared.methods:
            return [score(overall(compared, "fslnet", "mean").f1), code(compared.suite)]
    return [UNKNOWN, ABSENT]


def _speedup_numbers(comparisons: Sequence[ComparableRows]) -> list[list[str]]:
    usual = ["FSL-Net over DataFix, mean speedup (here: where both had equal rows)", f"{SPEEDUP}×"]
    largest = ["the largest", f"{SPEEDUP_MAX}× ({SPEEDUP_MAX_ON})"]
    for compared in comparisons:
        both = {"fslnet", "datafix"} <= set(compared.methods)
        if both and (factors := speedups(compared, "fslnet", "datafix")):
            top = max(factors, key=factors.__getitem__)
            usual += [f"{mean(factors.values()):.3g}×", code(compared.suite)]
            largest += [f"{factors[top]:.3g}× ({top})", code(compared.suite)]
            return [usual, largest]
    return [[*usual, UNKNOWN, ABSENT], [*largest, UNKNOWN, ABSENT]]


def _threshold_numbers(found: Thresholds | None) -> list[list[str]]:
    paper = f"{score(SM_F1)} at {SM_THRESHOLD}"
    first, second = "thresholded measures, best (mean)", f"at {SM_THRESHOLD}"
    if found is None:
        return [[first, paper, UNKNOWN, ABSENT]]
    both = f"{found.better} (mean {score(found.mean_f1)}, maximum {score(found.max_f1)})"
    return [
        [first, paper, f"{score(found.mean_f1)} at {found.mean_at:g}", code("local")],
        [second, score(SM_F1), score(found.at_the_papers), code("local")],
        ["better reduction", "mean", both, code("local")],
    ]

"""The parts of FSL-Net: the paper's ablation beside ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import mean

from benchmarks.publish.ablation.trained import Trained
from benchmarks.publish.ablation.variants import FULL, PARTS, TITLES, UNTRAINED, VARIANTS, Variant
from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.fields.leaderboard import JOINT
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import f1_by
from benchmarks.publish.published import ABLATION_F1
from benchmarks.publish.words import ABSENT, score, table
from featureshift.bench.aggregate import GROUPINGS, Summary

LACKING = {part: Variant(tuple(p for p in PARTS if p != part)).name for part in PARTS}
"""The variant without each part."""


@dataclass(frozen=True)
class Ablation:
    compared: ComparableRows
    budgets: tuple[tuple[float, int], ...]
    """Seconds and threads of the trainings; 0 threads: as many as torch chose."""
    table: str
    network_gain: Gain | None
    """Of a Prediction Network over the thresholded measures."""
    part_gains: dict[str, Gain]
    """Of each part beside the other two."""
    useless: tuple[str, ...] | None
    """Parts without which the mean is no lower; None where not all variants are there."""
    best: tuple[str, ...]
    """Variants that no third digit tells apart from the best, in full; empty if some are absent."""
    best_there: tuple[str, ...]
    """The paper's."""
    joint: JointByMoments | None
    steps: dict[str, int]
    """At which SM + PN and NE + PN came to their best model; empty unless both were trained."""


@dataclass(frozen=True)
class Gain:
    ours: float
    theirs: float


@dataclass(frozen=True)
class JointByMoments:
    """Mean F1 at shifts of relations, lowest and highest over variants with and without ME."""

    manipulations: tuple[str, ...]
    with_moments: tuple[float, float]
    without: tuple[float, float]

    @property
    def apart(self) -> bool:
        return self.with_moments[0] > self.without[1]


def ablation(results: Results) -> Ablation | None:
    compared = results.ablated
    if compared is None:
        return None
    found = {summary.method: summary for summary in compared.summaries if summary.method in TITLES}
    ours = {name: summary.mean for name, summary in found.items()}
    trained = {each.variant: each for each in results.trained}
    gains = {part: _gain(without, FULL, ours) for part, without in LACKING.items()}
    return Ablation(
        compared=compared,
        budgets=tuple(sorted({(each.seconds, each.threads) for each in results.trained})),
        table=_table(found, trained),
        network_gain=_gain(UNTRAINED, "sm-pn", ours),
        part_gains={part: gain for part, gain in gains.items() if gain is not None},
        useless=_useless(ours),
        best=_highest(ours) if len(ours) == len(TITLES) else (),
        best_there=_highest(ABLATION_F1),
        joint=_joint(compared),
        steps=_steps(trained),
    )


def _table(found: Mapping[str, Summary], trained: Mapping[str, Trained]) -> str:
    head = ["parts", "the paper's", "mean F1", "95 % interval", "best at step", "validation F1"]
    return table(head, (_line(name, found.get(name), trained.get(name)) for name in TITLES))


def _line(name: str, ours: Summary | None, trained: Trained | None) -> list[str]:
    measured, training = [ABSENT] * 2, [ABSENT] * 2
    if ours is not None:
        measured = [score(ours.mean), f"{score(ours.low)} to {score(ours.high)}"]
    if trained is not None:
        training = [f"{trained.step:,}", score(trained.validation_f1)]
    return [TITLES[name], score(ABLATION_F1[name]), *measured, *training]


def _gain(before: str, after: str, ours: Mapping[str, float]) -> Gain | None:
    if not {before, after} <= ours.keys():
        return None
    return Gain(ours[after] - ours[before], ABLATION_F1[after] - ABLATION_F1[before])


def _useless(ours: Mapping[str, float]) -> tuple[str, ...] | None:
    if not {FULL, *LACKING.values()} <= ours.keys():
        return None
    return tuple(part for part, without in LACKING.items() if ours[FULL] <= ours[without])


def _highest(f1: Mapping[str, float]) -> tuple[str, ...]:
    best = score(max(f1.values()))
    return tuple(title for name, title in TITLES.items() if score(f1[name]) == best)


def _joint(compared: ComparableRows) -> JointByMoments | None:
    by_kind = f1_by(compared, GROUPINGS["manipulation"], "mean")
    sides: dict[bool, list[float]] = {True: [], False: []}
    for name, variant in VARIANTS.items():
        if all((name, kind) in by_kind for kind in JOINT):
            sides["ME" in variant.parts].append(mean(by_kind[name, kind] for kind in JOINT))
    if not all(sides.values()):
        return None
    with_moments, without = ((min(side), max(side)) for side in sides.values())
    return JointByMoments(JOINT, with_moments, without)


def _steps(trained: Mapping[str, Trained]) -> dict[str, int]:
    names = ("sm-pn", "ne-pn")
    return {n: trained[n].step for n in names} if set(names) <= trained.keys() else {}

"""The section on the parts of FSL-Net: the paper's ablation beside ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import mean

from benchmarks.publish.ablation.trained import Trained
from benchmarks.publish.ablation.variants import (
    FULL,
    PARTS,
    TITLES,
    UNTRAINED,
    VARIANTS,
    Variant,
)
from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.fields.leaderboard import JOINT
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import f1_by
from benchmarks.publish.published import ABLATION_F1
from benchmarks.publish.words import (
    ABSENT,
    counted,
    figure,
    listed,
    paragraphs,
    score,
    seconds,
    signed,
    table,
)
from featureshift.bench.aggregate import GROUPINGS, Summary

LACKING = {part: Variant(tuple(p for p in PARTS if p != part)).name for part in PARTS}
"""The variant without each part."""


def ablation_section(results: Results, drawn: Mapping[str, str]) -> str:
    compared = results.ablated
    if compared is None:
        return ""
    found = {summary.method: summary for summary in compared.summaries if summary.method in TITLES}
    trained = {each.variant: each for each in results.trained}
    return paragraphs(
        "## Ablation",
        "FSL-Net with some of its parts: Statistical Measures (SM), Moment Extraction (ME) and "
        "Neural Embedding Network (NE), read by the Prediction Network (PN); SM alone is cut at a "
        f"threshold. {_budget(results.trained)} "
        f"{compared.caption[0].upper()}{compared.caption[1:]}.",
        table(
            ["parts", "the paper's", "mean F1", "95 % interval", "best at step", "validation F1"],
            (_line(name, found.get(name), trained.get(name)) for name in TITLES),
        ),
        figure("ablation", drawn),
        _standing(found),
        _joint(compared),
        _steps(trained),
    )


def _budget(trained: Iterable[Trained]) -> str:
    budgets = sorted({(each.seconds, each.threads) for each in trained})
    if not budgets:
        return ""
    times = listed(f"{seconds(time)} s{_in_threads(threads)}" for time, threads in budgets)
    return f"Each variant was trained for {times}, where the paper took three days on a GPU."


def _in_threads(threads: int) -> str:
    return f" in {counted(threads, 'thread')}" if threads else ""


def _line(name: str, ours: Summary | None, trained: Trained | None) -> list[str]:
    measured = [ABSENT] * 2
    if ours is not None:
        measured = [score(ours.mean), f"{score(ours.low)} to {score(ours.high)}"]
    training = [ABSENT] * 2
    if trained is not None:
        training = [f"{trained.step:,}", score(trained.validation_f1)]
    return [TITLES[name], score(ABLATION_F1[name]), *measured, *training]


def _joint(compared: ComparableRows) -> str:
    """Which of the learned maps see relations between columns."""
    by_kind = f1_by(compared, GROUPINGS["manipulation"], "mean")
    sides: dict[bool, list[float]] = {True: [], False: []}
    for name, variant in VARIANTS.items():
        if all((name, kind) in by_kind for kind in JOINT):
            sides["ME" in variant.parts].append(mean(by_kind[name, kind] for kind in JOINT))
    if not all(sides.values()):
        return ""
    ends = [f"{score(min(side))} to {score(max(side))}" for side in sides.values()]
    text = f"At {listed(JOINT)}, which change relations between columns only, variants with ME "
    text += f"reach {ends[0]}, those without {ends[1]}"
    apart = min(sides[True]) > max(sides[False])
    return text + (": in this time only the moment network learns relations." if apart else ".")


def _steps(trained: Mapping[str, Trained]) -> str:
    """The same time is not the same number of pairs."""
    plain, embedding = trained.get("sm-pn"), trained.get("ne-pn")
    if plain is None or embedding is None:
        return ""
    return (
        f"In the same time SM + PN came to its best model at step {plain.step:,}, NE + PN at step "
        f"{embedding.step:,}: convolutions over every row cost that much more on a processor, so "
        "that this budget favors what is cheap to train, and says less about what each part could "
        "learn in days. Each variant was trained once, by the clock of a machine that did other "
        "work besides, not equally much for all; intervals are over queries, not over trainings."
    )


def _standing(found: dict[str, Summary]) -> str:
    """What the Prediction Network adds, what each part adds, and which variant is best."""
    ours = {name: summary.mean for name, summary in found.items()}
    parts = [_gain("A network over the measures", UNTRAINED, "sm-pn", ours)]
    for part, without in LACKING.items():
        parts.append(_gain(f"{part} beside the other two", without, FULL, ours))
    parts.append(_contributions(ours))
    if len(ours) == len(TITLES):
        best, theirs = _highest(ours), _highest(ABLATION_F1)
        same = "as in the paper" if best == theirs else f"in the paper it is {theirs}"
        parts.append(f"Highest is {best}; {same}.")
    return " ".join(part for part in parts if part)


def _contributions(ours: Mapping[str, float]) -> str:
    """The paper's sentence that each component contributes, beside ours."""
    if not {FULL, *LACKING.values()} <= ours.keys():
        return ""
    useless = [part for part, without in LACKING.items() if ours[FULL] <= ours[without]]
    if not useless:
        return "Each component contributes, as the paper says."
    return (
        "The paper says that each component contributes; by these means, whose intervals overlap, "
        f"{listed(useless)} did not."
    )


def _highest(f1: Mapping[str, float]) -> str:
    """All that no third digit tells apart from the best."""
    best = score(max(f1.values()))
    return listed(title for name, title in TITLES.items() if score(f1[name]) == best)


def _gain(what: str, before: str, after: str, ours: dict[str, float]) -> str:
    if not {before, after} <= ours.keys():
        return ""
    gain = signed(ours[after] - ours[before])
    return f"{what}: {gain} (the paper's {signed(ABLATION_F1[after] - ABLATION_F1[before])})."

"""What the paper's text says about who is fast, and whether our results say so too."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import mean

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.fields.claim import CONDITIONAL, FILTERS, OUR_SPEED, Claim, Verdict, theirs
from benchmarks.publish.profiles import overall, profiles, speedups
from benchmarks.publish.words import listed, timed

COMPARABLE = 3.0
"""Times within this factor count as comparable."""
FAR = 2.0
"""The longest runtime over the mean that counts as far above it."""


def _times(compared: ComparableRows, methods: Iterable[str]) -> dict[str, float]:
    return {method: overall(compared, method, "mean").seconds for method in methods}


def _faster(compared: ComparableRows) -> Verdict:
    factors = speedups(compared, "fslnet", "datafix")
    slowest = min(factors, key=factors.__getitem__)
    numbers = f"on {listed(factors)} {mean(factors.values()):.3g} times on average, least "
    numbers += f"{factors[slowest]:.3g} on {slowest}"
    if slowest not in profiles(compared, "datafix", finished=True):
        numbers += ", which `datafix` did not finish in the time it was given"
    return Verdict(factors[slowest] > 1, numbers)


def _second_fastest(compared: ComparableRows) -> Verdict:
    times = _times(compared, theirs(compared))
    order = sorted(times, key=times.__getitem__)
    ahead = [m for m in order[: order.index("fslnet")] if m != "mutual-info"]
    ratio = times["fslnet"] / times["mutual-info"]
    holds = ahead == ["select-k-best"] and 1 / COMPARABLE < ratio < COMPARABLE
    numbers = timed({method: times[method] for method in order})
    return Verdict(holds, f"{numbers} on {listed(compared.datasets)} alone", OUR_SPEED)


def _faster_than_conditional(compared: ComparableRows) -> Verdict:
    times = _times(compared, ("fslnet", *CONDITIONAL))
    numbers = f"{timed(times)} on {listed(compared.datasets)}"
    return Verdict(min(times, key=times.__getitem__) == "fslnet", numbers, OUR_SPEED)


def _greedy_filters_do_not_scale(compared: ComparableRows) -> Verdict:
    """Both slower than FSL-Net, on average over data sets."""
    times = _times(compared, ("fslnet", "mrmr", "fast-cmim"))
    slower = min(times["mrmr"], times["fast-cmim"]) > times["fslnet"]
    return Verdict(slower, timed(times), OUR_SPEED)


def _varies(compared: ComparableRows) -> Verdict:
    found = profiles(compared, "datafix", finished=True)
    ratios = {name: each.seconds_max / each.seconds for name, each in found.items()}
    far = [f"{name} {ratio:.2f}" for name, ratio in ratios.items() if ratio > FAR]
    numbers = f"{len(far)} of {len(ratios)}" + (f": {listed(far)}" if far else "")
    return Verdict(bool(far), numbers)


SPEED: tuple[Claim, ...] = (
    Claim(
        "FSL-Net is faster than DataFix on every data set",
        _faster,
        ("fslnet", "datafix"),
        of_speed=True,
    ),
    Claim(
        f"FSL-Net is second in speed to SelectKBest, like MI (within a factor of {COMPARABLE:g})",
        _second_fastest,
        ("fslnet", *CONDITIONAL, *FILTERS),
        of_speed=True,
    ),
    Claim(
        "FSL-Net is faster than the conditional tests",
        _faster_than_conditional,
        ("fslnet", *CONDITIONAL),
        of_speed=True,
    ),
    Claim(
        f"On some data sets the longest runtime of DataFix is over {FAR:g} times its mean",
        _varies,
        ("datafix",),
    ),
    Claim(
        "MRMR and Fast-CMIM do not scale (slower than FSL-Net on average)",
        _greedy_filters_do_not_scale,
        ("fslnet", "mrmr", "fast-cmim"),
        of_speed=True,
    ),
)

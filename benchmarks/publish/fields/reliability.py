"""Whether probabilities mean what they say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from benchmarks.publish.load_results import Results
from benchmarks.publish.reliability import Bin, ReliabilityRow, calibration_error, pooled
from benchmarks.publish.words import code, figure, listed, paragraphs, percent, score, table


def reliability_section(results: Results, drawn: Mapping[str, str]) -> str:
    rows = results.reliability
    if not rows:
        return ""
    body = []
    for method, own in _by_method(rows).items():
        bins = pooled(own)
        sure = [each for each in bins if each.score > 0.9]
        share = float(np.mean([each.share for each in sure])) if sure else float("nan")
        datasets = len({row.dataset for row in own})
        count = f"{sum(each.features for each in bins):,}"
        cells = [code(method), count, str(datasets), score(calibration_error(bins)), score(share)]
        body.append(cells)
    head = ["method", "features", "data sets", "mean calibration error", "really shifted above 0.9"]
    return paragraphs(
        "## Do probabilities mean what they say",
        "Features by the probability they were given, in tenths, beside the share whose values "
        f"were really changed, on suite {listed(sorted({code(row.suite) for row in rows}))}.",
        table(head, body),
        *(_in_between(method, pooled(own)) for method, own in _by_method(rows).items()),
        figure("reliability", drawn),
    )


def _by_method(rows: Sequence[ReliabilityRow]) -> dict[str, list[ReliabilityRow]]:
    names = sorted({row.method for row in rows})
    return {name: [row for row in rows if row.method == name] for name in names}


def _in_between(method: str, bins: Sequence[Bin]) -> str:
    """The error where probabilities are neither low nor high, which the mean hardly shows."""
    middle = [each for each in bins if 0.1 <= each.score <= 0.9]
    if not middle:
        return ""
    gaps = {each.score: each.share - each.score for each in middle}
    high, low = (end(gaps, key=gaps.__getitem__) for end in (min, max))
    worst = {"high": high} if gaps[high] < 0 else {}
    worst |= {"low": low} if gaps[low] > 0 else {}
    if not worst:
        return ""
    text = listed(f"{abs(gaps[at]):.2f} too {side} (around {at:.2f})" for side, at in worst.items())
    share = sum(each.features for each in middle) / sum(each.features for each in bins)
    return (
        f"Of the probabilities of {code(method)} {percent(share)} lie between 0.1 and 0.9; tenth "
        f"by tenth these are at most {text}, which the mean over all hardly shows."
    )

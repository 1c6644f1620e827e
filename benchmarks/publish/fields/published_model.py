"""The model that the authors of FSL-Net published, beside ours on the tables it was measured on."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean

from benchmarks.publish.comparable_rows import ComparableRows
from benchmarks.publish.load_results import Results
from benchmarks.publish.profiles import profiles
from benchmarks.publish.published import PUBLISHED_MODEL
from benchmarks.publish.words import code, score, table
from featureshift.bench.aggregate import Summary, summarize


@dataclass(frozen=True)
class PublishedModel:
    table: str
    beside: tuple[BesidePublished, ...]
    theirs: float
    """Mean F1 of the published model."""


@dataclass(frozen=True)
class BesidePublished:
    """One method of ours beside the published model."""

    method: str
    f1: dict[str, float]
    """By data set."""
    near: tuple[Summary, ...]
    """Data sets whose 95 % interval holds the number of the published model."""

    @property
    def mean(self) -> float:
        return mean(self.f1.values())

    @property
    def behind(self) -> dict[str, tuple[float, float]]:
        """Our F1 and that of the published model, where ours is lower."""
        lower = (name for name, f1 in self.f1.items() if f1 < PUBLISHED_MODEL[name])
        return {name: (self.f1[name], PUBLISHED_MODEL[name]) for name in lower}


def published_model(results: Results) -> PublishedModel | None:
    compared = results.comparisons.get("published")
    if compared is None:
        return None
    names = [name for name in PUBLISHED_MODEL if name in compared.datasets]
    beside = tuple(_beside(compared, method, names) for method in compared.methods)
    body = [
        [name, score(PUBLISHED_MODEL[name]), *(score(each.f1[name]) for each in beside)]
        for name in names
    ]
    theirs = mean(PUBLISHED_MODEL[name] for name in names)
    body.append(["mean", score(theirs), *(score(each.mean) for each in beside)])
    head = ["mean F1", "published FSL-Net", *(code(each.method) for each in beside)]
    return PublishedModel(table(head, body), beside, theirs)


def _beside(compared: ComparableRows, method: str, names: list[str]) -> BesidePublished:
    ours = profiles(compared, method)
    by_dataset = summarize(compared.rows, by="dataset", methods=(method,))
    near = tuple(
        each
        for each in by_dataset
        if each.group in names and each.low <= PUBLISHED_MODEL[each.group] <= each.high
    )
    return BesidePublished(method, {name: ours[name].f1 for name in names}, near)

"""The paper's training corpus: every table of OpenML that passes its filters, into a folder.

A table is judged by itself (its number and the seed decide what is left to chance), so the folder
does not depend on the order of downloads or on how often the harvest was stopped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from featureshift.corpus.cleaning import (
    MIN_FEATURES,
    MIN_ROWS,
    Cleaned,
    clean_dataset,
    without_constants,
)
from featureshift.corpus.dataset import Dataset
from featureshift.corpus.folder import Folder
from featureshift.corpus.openml import Candidate, list_candidates, load_openml
from featureshift.corpus.training.exclusion import BENCHMARK_NAMES, BenchmarkContent
from featureshift.corpus.training.growing_folder import GrowingFolder, slug
from featureshift.errors import AbsentDataError, FeatureshiftError, OptionError

BELIEVED_AFTER = 5
"""Failed downloads after which the server is asked whether it still answers."""
_REASON_LENGTH = 300


@dataclass(frozen=True)
class Harvest:
    """What the folder holds when a session ends."""

    tables: int
    """Parts of large tables counted one by one."""
    refused: int
    left: int
    """Candidates that were not asked for yet."""


@dataclass(frozen=True)
class Gathered:
    """One candidate: its tables, or why there are none."""

    tables: tuple[Dataset, ...] = ()
    n_rows: int = 0
    """Before cleaning and cutting."""
    reason: str = ""
    unreached: bool = False
    """The download failed, which may be the network's fault and not the table's."""


Watch = Callable[[int, int, str], None]
"""Called before each candidate with those done, all of this session, and the name."""


def harvest(
    out: str | Path,
    *,
    benchmark: str | Path | None = None,
    limit: int | None = None,
    seed: int = 0,
    retry: bool = False,
    watch: Watch = lambda _done, _total, _name: None,
    stop: Callable[[], bool] = lambda: False,
) -> Harvest:
    """Fetch, clean and keep the candidates that ``out`` neither holds nor has refused.

    ``limit`` looks at those of the lowest numbers only, ``retry`` asks again for refused ones. A
    table that cannot be had or used is refused with its reason; the error is raised only where the
    server does not answer at all. Tables already in ``out`` are not judged again.
    """
    if seed < 0 or (limit is not None and limit < 1):
        raise OptionError("limit and seed are counts", found=f"limit {limit}, seed {seed}")
    content = BenchmarkContent(Folder(benchmark)) if benchmark is not None else None
    folder = GrowingFolder(out)
    known = folder.held() if retry else folder.held() | folder.refused.keys()
    candidates = sorted(list_candidates(), key=lambda each: each.data_id)[:limit]
    waiting = deque(each for each in candidates if each.data_id not in known)
    keeper, total = _Keeper(folder), len(waiting)
    while waiting and not stop():
        watch(total - len(waiting), total, slug(waiting[0]))
        candidate = waiting.popleft()
        keeper.keep(candidate, _gather(candidate, seed, content))
    keeper.settle()
    return Harvest(len(folder.names()), len(folder.refused), len(waiting))


class _Keeper:
    """Adds to a folder; failed downloads wait until the server is seen to be there."""

    def __init__(self, folder: GrowingFolder) -> None:
        self._folder = folder
        self._doubtful: list[tuple[Candidate, str]] = []

    def keep(self, candidate: Candidate, gathered: Gathered) -> None:
        if gathered.unreached:
            self._doubtful.append((candidate, gathered.reason))
            if len(self._doubtful) >= BELIEVED_AFTER:
                self.settle()
        elif gathered.tables:
            self._folder.add(candidate.data_id, gathered.tables, gathered.n_rows)
        else:
            self._folder.refuse(candidate, gathered.reason)

    def settle(self) -> None:
        """Raise if the network is gone; else it was the tables, which are refused."""
        if self._doubtful:
            list_candidates()
        for candidate, reason in self._doubtful:
            self._folder.refuse(candidate, reason)
        self._doubtful.clear()


def _gather(candidate: Candidate, seed: int, content: BenchmarkContent | None) -> Gathered:
    if any(map(BENCHMARK_NAMES.search, (candidate.name, slug(candidate)))):
        return Gathered(reason=_NAMED_LIKE_BENCHMARK)
    try:
        dataset = _finite(load_openml(candidate.data_id, slug(candidate)))
        tables = clean_dataset(dataset, np.random.default_rng([seed, candidate.data_id]))
    except AbsentDataError as error:
        return Gathered(reason=_in_one_line(error), unreached=True)
    # Tables of strangers fail in ways that no list foresees, and cost no more than themselves.
    except Exception as error:
        return Gathered(reason=_in_one_line(error))
    reason = _overlap(dataset, tables, content) if tables else _TOO_SMALL
    return Gathered(reason=reason) if reason else Gathered(tuple(tables), dataset.n_rows)


_NAMED_LIKE_BENCHMARK = "named like a benchmark table"
_TOO_SMALL = f"cleaning leaves fewer than {MIN_ROWS} rows or {MIN_FEATURES} features"


def _finite(dataset: Dataset) -> Dataset:
    """Infinite values become missing ones, as everywhere in training."""
    infinite = np.isinf(dataset.values)
    if not infinite.any():
        return dataset
    return replace(dataset, values=np.where(infinite, np.float32(np.nan), dataset.values))


def _overlap(dataset: Dataset, tables: list[Dataset], content: BenchmarkContent | None) -> str:
    """Why training must not see this table; empty if it may."""
    if dataset.provenance.evaluation_only:
        return _NAMED_LIKE_BENCHMARK
    if content is None:
        return ""
    # The benchmark may hold a table as it was, without its constants, or cleaned.
    values, categorical = without_constants(Cleaned(dataset.values, dataset.categorical))
    varied = replace(dataset, values=values, categorical=categorical)
    repeated = next(filter(None, map(content.overlap, (dataset, varied, *tables))), None)
    return f"same content as the benchmark table {repeated}" if repeated else ""


def _in_one_line(error: Exception) -> str:
    told = error.found if isinstance(error, FeatureshiftError) else None
    words = (told or f"{type(error).__name__}: {error}").split()
    return " ".join(words)[:_REASON_LENGTH]

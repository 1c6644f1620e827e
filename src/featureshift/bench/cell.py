"""One cell of the benchmark: a method on a task, from its data to its scores."""

from __future__ import annotations

import contextlib
import gc
import importlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from featureshift.bench.data import dataset_of, pair_of
from featureshift.bench.isolate import StartClock
from featureshift.bench.task import SlowCap, Task
from featureshift.corpus import Folder
from featureshift.errors import OptionError
from featureshift.methods.base import Localizer
from featureshift.methods.registry import localizer_class
from featureshift.result import Localization
from featureshift.simulate import LabeledPair, Scores, score


@dataclass(frozen=True)
class Cell:
    """What a process of its own needs to run a method on a task."""

    task: Task
    method: str
    """As ``localizer_named`` reads it."""
    slow_cap: SlowCap
    folder: Path | None
    online: bool = False
    count_given: bool = False
    """Give any method the true number of shifted features, not only one that needs it."""


@dataclass(frozen=True)
class Facts:
    """Known before the method starts, so also of a cell that never finishes."""

    n_features: int
    n_shifted: int
    n_changed: int
    rows_reference: int
    rows_query: int
    data_sha256: str
    trained_on: bool


@dataclass(frozen=True)
class CellResult:
    chosen: Scores
    changed: Scores
    n_flagged: int
    seconds: float
    peak_mb: float


def run_cell(cell: Cell, start_clock: StartClock) -> CellResult:
    """Prepare the pair, start the clock, localize, score."""
    localizer = localizer_named(cell.method)
    folder = None if cell.folder is None else Folder(cell.folder)
    dataset = dataset_of(cell.task, folder, online=cell.online)
    width = cell.task.columns or dataset.n_features
    rows = cell.slow_cap.rows_for(cell.task, width, slow=localizer.info.slow)
    pair = pair_of(cell.task, dataset, rows)
    facts = _facts(pair, dataset.sha256, localizer.trained_on(dataset.sha256))
    del dataset
    gc.collect()
    _reset_peak()
    before = _memory_mb("VmRSS")
    start_clock(facts)
    started = time.perf_counter()
    result = _localize(localizer, pair, cell.task.seed, count_given=cell.count_given)
    seconds = time.perf_counter() - started
    peak = float(np.maximum(0.0, _memory_mb("VmHWM") - before))
    return _scored(pair, result, seconds, peak)


def localizer_named(method: str) -> Localizer:
    """By a registered name or "package.module:Class", with "@directory" for other weights."""
    name, _, weights = method.partition("@")
    cls: Any = _imported(name) if ":" in name else localizer_class(name)
    try:
        localizer = cls(weights=Path(weights)) if weights else cls()
    except TypeError as cause:
        raise OptionError(f"{method!r} cannot be made by default", found=str(cause)) from cause
    if not isinstance(localizer, Localizer):
        raise OptionError(f"{method!r} is no Localizer")
    return localizer


def _imported(name: str) -> Any:
    module, _, cls = name.partition(":")
    try:
        return getattr(importlib.import_module(module), cls)
    except (ImportError, AttributeError) as cause:
        raise OptionError(f"cannot import the method {name!r}", found=str(cause)) from cause


def _localize(
    localizer: Localizer, pair: LabeledPair, seed: int, *, count_given: bool
) -> Localization:
    # Nobody is given a count of 0: false alarms are what is counted then.
    needed = localizer.info.needs_n_shifted and bool(pair.shifted.any())
    n_shifted = int(pair.shifted.sum()) if count_given or needed else None
    result = localizer.localize(pair.reference, pair.query, n_shifted=n_shifted, seed=seed)
    if len(result.features) != pair.reference.shape[1]:
        raise OptionError(
            f"{localizer.info.name} did not score every feature",
            expected=str(pair.reference.shape[1]),
            found=str(len(result.features)),
        )
    return result


def _facts(pair: LabeledPair, sha256: str, trained_on: bool) -> Facts:
    return Facts(
        n_features=pair.reference.shape[1],
        n_shifted=int(pair.shifted.sum()),
        n_changed=int(pair.changed.sum()),
        rows_reference=len(pair.reference),
        rows_query=len(pair.query),
        data_sha256=sha256,
        trained_on=trained_on,
    )


def _scored(pair: LabeledPair, result: Localization, seconds: float, peak: float) -> CellResult:
    flagged = np.asarray(result.shifted)
    return CellResult(
        chosen=score(pair.shifted, flagged, result.scores),
        changed=score(pair.changed, flagged, result.scores),
        n_flagged=int(flagged.sum()),
        seconds=seconds,
        peak_mb=peak,
    )


def _memory_mb(field: str) -> float:
    """A line of the process status, such as VmRSS (now) or VmHWM (highest since the reset)."""
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith(field):
                return int(line.split()[1]) / 1e3
    except OSError:
        pass
    return float("nan")


def _reset_peak() -> None:
    with contextlib.suppress(OSError):  # where this fails, the peak includes the preparation
        Path("/proc/self/clear_refs").write_text("5")

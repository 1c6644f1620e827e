"""A close look at one table of images: which pixels were found, and what their maps show.

Not out of result files: it runs a localizer on three tasks, so it needs the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from featureshift.bench.data import dataset_of, pair_of
from featureshift.bench.task import Task
from featureshift.corpus import Folder
from featureshift.engines.reading import read_pair
from featureshift.errors import OptionError
from featureshift.methods.base import Localizer
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.learned import LearnedMaps
from featureshift.methods.measures import FloatMap, StatisticalMeasures
from featureshift.methods.measures.measuring import measure
from featureshift.simulate import LabeledPair
from featureshift.tables import TablePair
from featureshift.weights import open_weights, shipped_weights

MANIPULATIONS = ("E5", "E8", "E1")
"""Those of the paper's figure, from top to bottom."""
FRACTION = 0.05
ROWS = 2000
IMAGES = 5
FOUND, MISSED, FALSE, UNCHANGED, SOUND = "found", "missed", "false alarm", "unchanged", "sound"
OUTCOMES = (FOUND, MISSED, FALSE, UNCHANGED, SOUND)
"""``UNCHANGED`` pixels were chosen, but the manipulation left every value as it was."""


@dataclass(frozen=True, eq=False)
class ImageStudy:
    """One query of images."""

    dataset: str
    method: str
    manipulation: str
    images: NDArray[np.float32]
    """Some rows of the query, [images, side, side]."""
    outcomes: tuple[str, ...]
    """Of each feature."""
    errors: dict[str, NDArray[np.float64]]
    """Mean squared difference of both tables' maps for each feature, by the name of the map."""


def study_images(
    dataset: str,
    localizer: Localizer,
    folder: Path | None,
    *,
    rows: int = ROWS,
    weights: str | Path = "fslnet",
) -> list[ImageStudy]:
    """One for each manipulation; raises AbsentDataError without the table.

    Maps of the networks come from ``weights``; without any of that name they are left out.
    """
    source = None if folder is None else Folder(folder)
    tasks = [Task(dataset, name, FRACTION, rows, 0, 0) for name in MANIPULATIONS]
    table = dataset_of(tasks[0], source)
    side = isqrt(table.n_features)
    if side * side != table.n_features:
        raise OptionError(
            f"{dataset!r} has no square images", found=f"{table.n_features} features in a row"
        )
    pairs = {task: pair_of(task, table, task.rows) for task in tasks}
    return [
        ImageStudy(
            dataset,
            localizer.info.name,
            task.manipulation,
            pair.query[:IMAGES].reshape(-1, side, side),
            _outcomes(pair, localizer),
            _map_errors(read_pair(pair.reference, pair.query), weights),
        )
        for task, pair in pairs.items()
    ]


def _outcomes(pair: LabeledPair, localizer: Localizer) -> tuple[str, ...]:
    flagged = localizer.localize(pair.reference, pair.query).shifted
    names = np.full(len(flagged), SOUND, dtype=object)
    names[pair.shifted & ~pair.changed] = UNCHANGED
    names[pair.changed & ~flagged] = MISSED
    names[flagged & ~pair.shifted] = FALSE
    names[flagged & pair.shifted] = FOUND
    return tuple(names)


def _map_errors(pair: TablePair, weights: str | Path) -> dict[str, NDArray[np.float64]]:
    errors = {
        title: _error(*measure(StatisticalMeasures((name,)), pair))
        for title, name in (("mean", "mean"), ("standard deviation", "std"))
    }
    if isinstance(weights, Path) or weights in shipped_weights():
        errors |= _learned_errors(pair, weights)
    return errors


def _learned_errors(pair: TablePair, source: str | Path) -> dict[str, NDArray[np.float64]]:
    weights = open_weights(source)
    config = FSLNetConfig.from_dict(weights.config)
    names = config.learned_channels
    fill = np.zeros(pair.n_features, np.float32)  # images have no missing cells
    maps = measure(LearnedMaps(weights, names, config.describe_halo, fill), pair)
    parts = {"moments": "moment_extraction", "embedding": "neural_embedding"}
    chosen = {title: [name.startswith(start) for name in names] for title, start in parts.items()}
    return {
        title: _error(maps[0][rows], maps[1][rows]) for title, rows in chosen.items() if any(rows)
    }


def _error(reference: FloatMap, query: FloatMap) -> NDArray[np.float64]:
    return np.asarray(np.mean((reference - query) ** 2, axis=0), dtype=np.float64)

"""Which tables of a folder train, which validate, and which stay out."""

from __future__ import annotations

import json
import logging
import shutil
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from featureshift.corpus.folder import Folder
from featureshift.corpus.training.exclusion import (
    BenchmarkContent,
    named_like_benchmark,
    refuse_evaluation,
)
from featureshift.corpus.training.families import Card, families
from featureshift.corpus.training.sketch import column_sketch
from featureshift.errors import AbsentDataError
from featureshift.written_whole import write_text

SPLIT_NAME = "split.json"
"""Beside the checkpoints."""
MAX_FAMILY = 6
"""Larger families train: validating on one of their tables would cost all the others."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Split:
    """Names of tables; the three groups are disjoint, and so are the families of the first two."""

    training: tuple[str, ...]
    validation: tuple[str, ...]
    """One table of each validation family."""
    reserved: tuple[str, ...]
    """The other members of validation families: used nowhere."""
    excluded: tuple[tuple[str, str], ...]
    """Name and reason."""


def split_folder(
    folder: Folder,
    n_validation: int,
    rng: np.random.Generator,
    *,
    min_rows: int,
    min_features: int,
    benchmark: Folder | None = None,
    by_content: bool = True,
) -> Split:
    """Exclude what overlaps the benchmark or is too small, then draw ``n_validation`` families.

    ``by_content`` reads every table to find copies under other names; without it, names decide.
    """
    refuse_evaluation(folder.entries.values())
    excluded = _exclusions(folder, benchmark, min_rows, min_features)
    kept = [name for name in folder.names() if name not in excluded]
    members: dict[str, list[str]] = defaultdict(list)
    for name, family in families(
        card(folder, name, by_content=by_content) for name in kept
    ).items():
        members[family].append(name)
    small = sorted(family for family, names in members.items() if len(names) <= MAX_FAMILY)
    if len(small) <= n_validation:
        raise AbsentDataError(
            "too few families of tables to keep some for validation",
            expected=f"more than {n_validation} families of at most {MAX_FAMILY} tables",
            found=f"{len(small)} in {folder.path}",
            remedy="lower validation.tables",
        )
    drawn = [small[i] for i in sorted(rng.permutation(len(small))[:n_validation])]
    chosen = {family: sorted(members[family]) for family in drawn}
    validation = [names[int(rng.integers(len(names)))] for names in chosen.values()]
    away = {name for names in chosen.values() for name in names}
    return Split(
        training=tuple(name for name in kept if name not in away),
        validation=tuple(validation),
        reserved=tuple(sorted(away.difference(validation))),
        excluded=tuple(sorted(excluded.items())),
    )


def _exclusions(
    folder: Folder, benchmark: Folder | None, min_rows: int, min_features: int
) -> dict[str, str]:
    reasons: dict[str, str] = {}
    for name, entry in folder.entries.items():
        if named_like_benchmark(entry):
            reasons[name] = "named like a benchmark table"
        elif entry.n_rows < min_rows or entry.n_features < min_features:
            reasons[name] = "too small"
    if benchmark is not None:
        content = BenchmarkContent(benchmark)
        for name in content.candidates(folder.entries):
            repeated = content.overlap(folder.load(name))
            if repeated is not None:
                reasons[name] = f"same content as the benchmark table {repeated}"
    for name, reason in reasons.items():
        logger.info("%s is left out: %s", name, reason)
    return reasons


def card(folder: Folder, name: str, *, by_content: bool) -> Card:
    """What the families rule looks at."""
    entry = folder.entries[name]
    sketch = column_sketch(folder.load(name).values) if by_content else frozenset()
    return Card(name, entry.provenance.source, _columns(folder.path / entry.file), sketch)


def _columns(path: Path) -> tuple[str, ...]:
    """Names of the columns, from the footer alone; none for a file without names."""
    if path.suffix != ".parquet":
        return ()
    import pyarrow.parquet as pq

    return tuple(pq.read_schema(path).names)


def read_split(path: Path) -> Split:
    """A split that was written as JSON."""
    content = json.loads(path.read_text("utf-8"))
    excluded = tuple((name, reason) for name, reason in content.pop("excluded"))
    return Split(**{key: tuple(names) for key, names in content.items()}, excluded=excluded)


def write_split(split: Split, path: Path) -> None:
    """As ``read_split`` reads it."""
    write_text(json.dumps(asdict(split), indent=1) + "\n", path)


def share_split(directory: Path) -> None:
    """Take the split of a training beside this one, if there is any.

    For trainings on the same tables with the same seed: splitting reads the whole corpus.
    """
    known = sorted(directory.parent.glob(f"*/{SPLIT_NAME}"))
    if known and not (directory / SPLIT_NAME).exists():
        directory.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(known[0], directory / SPLIT_NAME)

"""Examples of equal shape as one batch of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from featureshift.methods.fslnet.training.example import Example, Flags, Floats, Half, with_rows


@dataclass(frozen=True, eq=False)
class Group:
    """Examples of equally many features and at least ``network_rows`` rows in each half."""

    examples: tuple[Example, ...]
    network_rows: int


@dataclass(frozen=True, eq=False)
class Batch:
    """What one forward pass takes; G pairs."""

    reference: Floats
    """[G, rows, features]"""
    query: Floats
    """[G, rows, features]"""
    present_reference: Flags | None
    """[G, rows, features]; None when no cell of any pair is missing."""
    present_query: Flags | None
    measures_reference: Floats
    """[G, channels, features]"""
    measures_query: Floats
    shifted: Flags
    """[G, features]"""

    def __len__(self) -> int:
        return len(self.reference)


def draw_batch(group: Group, rng: np.random.Generator) -> Batch:
    """The group with rows drawn from those it keeps, and the columns of each pair shuffled."""
    drawn = []
    for example in group.examples:
        columns = rng.permutation(len(example.shifted))
        halves = [
            with_rows(half, rng.permutation(len(half.rows))[: group.network_rows], columns)
            for half in (example.reference, example.query)
        ]
        drawn.append((*halves, example.shifted[columns]))
    references, queries, shifted = zip(*drawn, strict=True)
    return stack(references, queries, shifted)


def stack(references: Sequence[Half], queries: Sequence[Half], shifted: Sequence[Flags]) -> Batch:
    return Batch(
        reference=np.stack([half.rows for half in references]),
        query=np.stack([half.rows for half in queries]),
        present_reference=_present(references, queries, references),
        present_query=_present(references, queries, queries),
        measures_reference=np.stack([half.measures for half in references]),
        measures_query=np.stack([half.measures for half in queries]),
        shifted=np.stack(shifted),
    )


def _present(
    references: Sequence[Half], queries: Sequence[Half], side: Sequence[Half]
) -> Flags | None:
    """[G, rows, features] for both sides or for none, so that they are treated alike."""
    if all(half.present is None for half in (*references, *queries)):
        return None
    full = np.ones(side[0].rows.shape, np.bool_)
    return np.stack([full if half.present is None else half.present for half in side])

"""Columns that a wrong join gave to other rows together.

All are related to each other: between groups that are not, it could not be said who moved.
"""

from __future__ import annotations

import pandas as pd
from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.found.relations import shuffle
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.factors import all_related, unrelated
from benchmarks.reality.sizes import draw_rows


def three_of_six(rng: Generator) -> Case:
    """Beside eight that are related to nothing, so that the other three are as true an answer."""
    rows = draw_rows(rng, 500)
    six = all_related(rng, rows.both, 6)
    table = pd.concat([six, unrelated(rng, rows.both, 8)], axis=1)
    return _block(rng, Case.cut(table, rows.reference), [*six], 3, equal=True)


def half(rng: Generator) -> Case:
    rows, width = draw_rows(rng, 500), 2 * int(rng.integers(2, 11))
    table = all_related(rng, rows.both, width)
    return _block(rng, Case.cut(table, rows.reference), [*table], width // 2, equal=True)


def less_than_half(rng: Generator) -> Case:
    rows, width = draw_rows(rng, 500), int(rng.integers(9, 31))
    table = all_related(rng, rows.both, width)
    size = int(rng.integers(2, width // 3 + 1))
    return _block(rng, Case.cut(table, rows.reference), [*table], size, equal=False)


def _block(rng: Generator, case: Case, names: list[str], size: int, *, equal: bool) -> Case:
    chosen = [str(name) for name in rng.choice(names, size, replace=False)]
    rest = frozenset(names) - frozenset(chosen)
    return shuffle(rng, case, *chosen, other_side=rest if equal else frozenset())


KINDS = {
    "three-of-six": Kind("3 of 6 related numbers joined wrongly, 8 unrelated beside", three_of_six),
    "half-of-columns": Kind("half of 4 to 20 related numbers joined wrongly", half),
    "block-of-columns": Kind(
        "2 or more of 9 to 30, a third at most, joined wrongly", less_than_half
    ),
}

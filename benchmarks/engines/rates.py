"""Rows that a core reads in a second, bytes of a summary, and seconds to merge two of them.

python -m benchmarks.engines.rates
"""

from __future__ import annotations

import sys
from time import process_time

import numpy as np

from featureshift.engines.pieces import merge_packed, read_partition
from featureshift.engines.wire import packed
from featureshift.methods.registry import make_localizer
from featureshift.tables import Kind
from featureshift.tables.summary import SummaryReader
from featureshift.tables.table import ArrayPartition, Selection

CELLS = 1 << 25
"""Of a partition, in doubles: 268 MB."""
WIDTHS = 10, 40, 200, 1000


def main() -> None:
    sys.stdout.write("columns  rows  rows/s  MB/s  bytes of a summary  bound  merge of 8, s\n")
    for width in WIDTHS:
        sys.stdout.write("  ".join(_measured(width)) + "\n")
        sys.stdout.flush()


def _measured(width: int) -> list[str]:
    n_rows = CELLS // width
    names = [f"x{j}" for j in range(width)]
    capacity = make_localizer(None).sample_rows(width)
    selection = [Selection(j, Kind.NUMERIC) for j in range(width)]
    how = packed(SummaryReader.of(names, selection, capacity))
    rng = np.random.default_rng(0)
    states, spent = [], []
    for _ in range(2):
        part = ArrayPartition(rng.normal(size=(n_rows, width)))
        begun = process_time()
        states.append(read_partition(how, part))
        spent.append(process_time() - begun)
    begun = process_time()
    merge_packed(how, states * 4)
    merging = process_time() - begun
    rate = n_rows / min(spent)
    bound = min(capacity, n_rows) * (8 * width + 24) + 8 * 65536 + 67 * width
    return [
        f"{width:,}",
        f"{n_rows:,}",
        f"{rate:,.0f}",
        f"{rate * width * 8 / 1e6:,.0f}",
        f"{max(map(len, states)):,}",
        f"{bound:,}",
        f"{merging:.2f}",
    ]


if __name__ == "__main__":
    main()

"""A profile without rows: what is known of each column by itself, and nothing between columns."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from featureshift.tables.by_lot import columns_by_lot, summary_by_lot
from featureshift.tables.profile.profile import Profile
from featureshift.tables.scan import Levels, Scan
from featureshift.tables.summary import Summary
from featureshift.tables.table import Batch


def without_rows(profile: Profile) -> Profile:
    """The profile with its rows put together by lot, and nothing left that tells them."""
    summary = summary_by_lot(profile.summary, profile.salts)
    return replace(
        profile,
        summary=Summary(_scan(summary.scan), summary.sample, summary.frequent),
        cells=Batch(
            columns_by_lot(profile.cells.values, profile.salts),
            {j: dict(sorted(texts.items())) for j, texts in profile.cells.levels.items()},
        ),
        has_rows=False,
    )


def _scan(scan: Scan) -> Scan:
    """Without the first and the last row; texts in no order in which they occurred."""
    unknown = np.full(len(scan.low), np.nan)
    levels = {j: _levels(each) for j, each in scan.levels.items()}
    return replace(scan, first=unknown, last=unknown, levels=levels)


def _levels(levels: Levels) -> Levels:
    counts = Counter(dict(sorted(levels.counts.items())))
    return Levels(counts, {h: levels.texts[h] for h in counts}, levels.limit)

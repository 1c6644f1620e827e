"""The case of one column, gathered from the rows that were kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from featureshift.explain.case import Case
from featureshift.explain.columns import ColumnPair
from featureshift.explain.prediction import predict
from featureshift.explain.relations import relate
from featureshift.tables.kept import KeptRows


def gather(
    name: str,
    columns: Mapping[str, ColumnPair],
    flagged: Mapping[str, ColumnPair],
    kept: KeptRows,
) -> Case:
    column = columns[name]
    partners = [columns[p] for p in kept.partners[kept.features.index(name)]]
    sound = [p for p in partners if p.feature not in flagged]
    relations = sorted((relate(column, p) for p in partners), key=lambda r: -abs(r.z))
    others = {other: pair for other, pair in flagged.items() if other != name}
    told_by = tuple(sound or partners)
    prediction = predict(column, told_by)
    return Case(column, tuple(relations), prediction, others, kept.compared, told_by)


def gather_some(
    name: str, flagged: Collection[str], kept: KeptRows, some: Mapping[str, ColumnPair]
) -> Case:
    """Of some rows of all columns."""
    return gather(name, some, {other: some[other] for other in flagged}, kept)

"""A result as a table, a line for each feature."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from featureshift.errors import OptionError
from featureshift.feature import explained

if TYPE_CHECKING:
    from featureshift.result import Localization

BACKENDS = ("pandas", "polars", "pyarrow")


def result_frame(result: Localization, backend: str | None, explain: bool) -> Any:
    """See :meth:`featureshift.Localization.to_frame`."""
    import pyarrow as pa

    order = np.argsort(-result.scores, kind="stable")
    names = [result.features[j] for j in order]
    q_values = np.full(len(names), np.nan) if result.q_values is None else result.q_values
    columns = {
        "feature": pa.array(names, pa.string()),
        "score": pa.array(result.scores[order]),
        "shifted": pa.array(result.shifted[order]),
        "effect": pa.array(result.effects[order], from_pandas=True),
        "effect_values": pa.array(result.effect_values[order], from_pandas=True),
        "effect_relations": pa.array(result.effect_relations[order], from_pandas=True),
        "q_value": pa.array(q_values[order], from_pandas=True),
    }
    if explain:
        known = [explained(result).get(name) for name in names]
        columns |= {
            "kind": pa.array([c and c.kind for c in known], pa.string()),
            "what_happened": pa.array([c and c.what_happened for c in known], pa.string()),
            "confidence": pa.array([c and c.diagnoses[0].confidence for c in known], pa.string()),
        }
    return as_frame(pa.table(columns), backend)


def as_frame(table: Any, backend: str | None) -> Any:
    """An Arrow table as a frame; by default of the first package that is installed."""
    if backend is None:
        backend = next(name for name in BACKENDS if find_spec(name) is not None)
    if backend not in BACKENDS:
        raise OptionError(f"unknown backend {backend!r}", expected=" or ".join(BACKENDS))
    if backend == "polars":
        import polars

        return polars.from_arrow(table)
    return table.to_pandas() if backend == "pandas" else table

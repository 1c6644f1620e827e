"""Every method by name. A method's module is imported when it is first asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

from featureshift.errors import OptionError, UnknownNameError
from featureshift.localizers.base import Localizer
from featureshift.localizers.result import Localization
from featureshift.tables import Progress

LOCALIZERS: dict[str, str] = {
    "graphnet": "graphnet:GraphNet",
    "fslnet": "fslnet:FSLNet",
    "sm-threshold": "thresholded:SMThreshold",
    "datafix": "datafix:DataFix",
    "mb-sm": "mb_sm:MBSM",
    "mb-ks": "mb_ks:MBKS",
    "knn-ks": "knn_ks:KNNKS",
    "deep-sm": "deep_score:DeepSM",
    "mutual-info": "mutual_information:MutualInformation",
    "select-k-best": "select_k_best:SelectKBest",
    "mrmr": "redundancy:MRMR",
    "fast-cmim": "cmim:FastCMIM",
}
"""Name -> "module:Class" below this package, so that one method costs no other's imports."""

DEFAULT_METHOD = "graphnet"


def methods() -> dict[str, type[Localizer]]:
    """The methods by name."""
    return {name: localizer_class(name) for name in LOCALIZERS}


def localizer_class(name: str) -> type[Localizer]:
    if name not in LOCALIZERS:
        raise UnknownNameError("method", name, LOCALIZERS)
    module, _, cls = LOCALIZERS[name].partition(":")
    found: type[Localizer] = getattr(importlib.import_module(f"{__package__}.{module}"), cls)
    return found


def make_localizer(method: str | Localizer) -> Localizer:
    """A localizer with its default parameters, by name; an instance is returned as it is."""
    if isinstance(method, Localizer):
        return method
    if not isinstance(method, str):
        raise OptionError(
            "method is neither a name nor a localizer",
            found=repr(method),
            remedy="give a name, or an instance such as SMThreshold()",
        )
    return localizer_class(method)()


def localize(
    reference: Any,
    query: Any,
    *,
    method: str | Localizer = DEFAULT_METHOD,
    threshold: float | None = None,
    n_shifted: int | None = None,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    max_rows: int | None = None,
    strict: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
) -> Localization:
    """Which columns the distribution shift between two tables comes from.

    ``method`` is a name out of :func:`methods` or a localizer of your own making; the other
    arguments are those of :meth:`Localizer.localize`.
    """
    return make_localizer(method).localize(
        reference,
        query,
        threshold=threshold,
        n_shifted=n_shifted,
        columns=columns,
        ignore=ignore,
        max_rows=max_rows,
        strict=strict,
        seed=seed,
        progress=progress,
    )

"""Every method by name. A method's module is imported when it is first asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from featureshift.errors import OptionError, UnknownNameError

if TYPE_CHECKING:
    from featureshift.methods.base import Localizer

METHODS: dict[str, str] = {
    "graphnet": "graphnet.localizer:GraphNet",
    "fslnet": "fslnet.localizer:FSLNet",
    "sm-threshold": "baselines.sm_threshold:SMThreshold",
    "datafix": "baselines.datafix:DataFix",
    "mb-sm": "baselines.mb_sm:MBSM",
    "mb-ks": "baselines.mb_ks:MBKS",
    "knn-ks": "baselines.knn_ks:KNNKS",
    "deep-sm": "baselines.deep_sm:DeepSM",
    "mutual-info": "baselines.mutual_info:MutualInformation",
    "select-k-best": "baselines.select_k_best:SelectKBest",
    "mrmr": "baselines.mrmr:MRMR",
    "fast-cmim": "baselines.fast_cmim:FastCMIM",
}
"""Name -> "module:Class" below this package, so that one method costs no other's imports."""

DEFAULT_METHOD = "graphnet"


def methods() -> dict[str, type[Localizer]]:
    """The methods by name."""
    return {name: localizer_class(name) for name in METHODS}


def localizer_class(name: str) -> type[Localizer]:
    if name not in METHODS:
        raise UnknownNameError("method", name, METHODS)
    module, _, cls = METHODS[name].partition(":")
    found: type[Localizer] = getattr(importlib.import_module(f"{__package__}.{module}"), cls)
    return found


def make_localizer(method: str | Localizer | None) -> Localizer:
    """A localizer with its default parameters, by name; an instance is returned as it is."""
    from featureshift.methods.base import Localizer

    if method is None:
        method = DEFAULT_METHOD
    if isinstance(method, Localizer):
        return method
    if not isinstance(method, str):
        raise OptionError(
            "method is neither a name nor a localizer",
            found=repr(method),
            remedy="give a name, or an instance such as SMThreshold()",
        )
    return localizer_class(method)()

"""Every method by name. A method's module is imported when it is first asked for.

The built-in methods are listed here; those of other packages are found by ``plugins.py``.
"""

from __future__ import annotations

import importlib
import warnings
from typing import TYPE_CHECKING

from featureshift.errors import MethodError, OptionError, UnknownNameError

if TYPE_CHECKING:
    from featureshift.methods.base import Localizer, MethodInfo

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
    """The methods by name: the built-in ones, then those of other installed packages.

    A method of another package that cannot be used is left out, with a warning that says why.
    """
    from featureshift.methods.plugins import find_plugins, load_plugin, refuse_built_in_name

    found = {name: localizer_class(name) for name in METHODS}
    for name, entries in find_plugins().items():
        try:
            if name in METHODS:
                refuse_built_in_name(name, entries)
            found[name] = load_plugin(name, entries)
        except MethodError as error:
            warnings.warn(str(error), stacklevel=2)
    return found


def localizer_class(name: str) -> type[Localizer]:
    """The class of a method. Other packages are searched only for names that are not built in."""
    if name in METHODS:
        module, _, cls = METHODS[name].partition(":")
        found: type[Localizer] = getattr(importlib.import_module(f"{__package__}.{module}"), cls)
        return found
    from featureshift.methods.plugins import find_plugins, load_plugin

    plugins = find_plugins()
    if name not in plugins:
        raise UnknownNameError("method", name, {*METHODS, *plugins})
    return load_plugin(name, plugins[name])


def method_info(name: str) -> MethodInfo | None:
    """What a method says of itself; None for a localizer that only its user knows."""
    try:
        return localizer_class(name).info
    except (UnknownNameError, MethodError):
        return None


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

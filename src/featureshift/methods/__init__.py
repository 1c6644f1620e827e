"""A folder per method: ``graphnet``, ``fslnet``, and the ``baselines`` they are compared with.

A method is a ``Localizer`` (``base.py``); ``registry.METHODS`` lists them by name, and other
packages add theirs (``plugins.py``). The package can be called, ``featureshift.methods()``, and
gives them by name.
"""

import sys
from types import ModuleType
from typing import Any

from featureshift.methods.registry import (
    METHODS,
    localizer_class,
    make_localizer,
    method_info,
    methods,
)

__all__ = ["METHODS", "localizer_class", "make_localizer", "method_info", "methods"]


class _Callable(ModuleType):
    """The public function and the package have one name, and both must be reachable."""

    def __call__(self) -> dict[str, Any]:
        return dict(methods())


sys.modules[__name__].__class__ = _Callable

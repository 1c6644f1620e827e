"""One interface, all methods: two tables in, a :class:`Localization` out."""

from featureshift.localizers.base import Cut, Localizer, MethodInfo, Scores
from featureshift.localizers.checks import check_localizer
from featureshift.localizers.registry import (
    LOCALIZERS,
    localize,
    localizer_class,
    make_localizer,
    methods,
)
from featureshift.localizers.result import Localization, RowsUsed

__all__ = [
    "LOCALIZERS",
    "Cut",
    "Localization",
    "Localizer",
    "MethodInfo",
    "RowsUsed",
    "Scores",
    "check_localizer",
    "localize",
    "localizer_class",
    "make_localizer",
    "methods",
]

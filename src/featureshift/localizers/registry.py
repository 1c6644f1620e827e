"""Every method by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from featureshift.errors import OptionError, UnknownNameError
from featureshift.localizers.base import Localizer
from featureshift.localizers.result import Localization
from featureshift.localizers.thresholded import SMThreshold
from featureshift.tables import Progress

LOCALIZERS: dict[str, type[Localizer]] = {
    "sm-threshold": SMThreshold,
}

DEFAULT_METHOD = "sm-threshold"


def methods() -> dict[str, type[Localizer]]:
    """The methods by name; a copy, so that nobody changes the registry by accident."""
    return dict(LOCALIZERS)


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
    if method not in LOCALIZERS:
        raise UnknownNameError("method", method, LOCALIZERS)
    return LOCALIZERS[method]()


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

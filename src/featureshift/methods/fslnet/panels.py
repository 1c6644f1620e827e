"""Column panels with a halo, by which a convolution along columns runs in bounded memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Panel(NamedTuple):
    core: slice
    """The columns this panel answers for."""
    wide: slice
    """These and the halo: what the network is shown."""
    inner: slice
    """Where the core is within the wide columns."""


def panels(n_features: int, *, width: int, halo: int | None) -> Iterator[Panel]:
    """Panels whose cores cover all columns once; a halo of None means one panel with all of them.

    Exact, not approximate: the halo is as wide as the network sees, and the zeros it takes for
    columns beyond a panel reach the core only at the table's own ends.

    >>> for panel in panels(10, width=6, halo=2):
    ...     print(panel.core, panel.wide, panel.inner)
    slice(0, 6, None) slice(0, 8, None) slice(0, 6, None)
    slice(6, 10, None) slice(4, 10, None) slice(2, 6, None)
    """
    if halo is None:
        width, halo = n_features, 0
    for start in range(0, n_features, width):
        stop = min(start + width, n_features)
        first, last = max(0, start - halo), min(n_features, stop + halo)
        yield Panel(slice(start, stop), slice(first, last), slice(start - first, stop - first))

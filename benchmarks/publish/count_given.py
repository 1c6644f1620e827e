"""Methods that are given the number of shifted features, and so have an easier task."""

from __future__ import annotations

from featureshift.methods import METHODS, localizer_class


def is_count_given(method: str) -> bool:
    """Whether the benchmark gives it the number of shifted features, as the paper does."""
    return method in METHODS and localizer_class(method).info.needs_n_shifted

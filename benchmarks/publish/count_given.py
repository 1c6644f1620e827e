"""Methods that are given the number of shifted features, and so have an easier task."""

from __future__ import annotations

from featureshift.methods import method_info


def is_count_given(method: str) -> bool:
    """Whether the benchmark gives it the number of shifted features, as the paper does."""
    info = method_info(method)
    return info is not None and info.needs_n_shifted

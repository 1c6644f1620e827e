from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from featureshift.explain.saved import plain, restored


@dataclass(frozen=True)
class Inner:
    value: float
    words: tuple[str | float, ...] = ()


@dataclass(frozen=True)
class Outer:
    inner: Inner | None
    several: tuple[Inner, ...]
    named: Mapping[str, Inner] = field(default_factory=dict)
    count: int = 3


def test_what_was_saved_comes_back():
    outer = Outer(None, (Inner(1.0, ("a", 2.0)),), {"k": Inner(-1.5)}, 7)
    content = {
        "inner": None,
        "several": [{"value": 1.0, "words": ["a", 2.0]}],
        "named": {"k": {"value": -1.5, "words": []}},
        "count": 7,
    }
    assert restored(Outer, content) == outer


def test_numbers_that_are_none_become_null_and_nan_again():
    assert plain({"a": [float("inf"), (float("nan"), 1)]}) == {"a": [None, [None, 1]]}
    assert np.isnan(restored(Inner, {"value": None}).value)


def test_other_versions_have_other_keys():
    assert restored(Outer, {"inner": None, "several": [], "later": 1}) == Outer(None, ())

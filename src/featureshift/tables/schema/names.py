"""How alike two names of columns are."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")


def alikeness(first: str, second: str) -> float:
    """From 0 to 1; case and what stands between words do not matter.

    >>> alikeness("customerAge", "customer_age"), round(alikeness("age", "income"), 1)
    (1.0, 0.2)
    """
    words = [[word.casefold() for word in _WORDS.findall(name)] for name in (first, second)]
    if set(words[0]) and set(words[0]) == set(words[1]):
        return 1.0
    ratio = SequenceMatcher(None, "".join(words[0]), "".join(words[1]), autojunk=False).ratio()
    few, many = sorted(words, key=len)
    if few and set(few) <= set(many) and max(map(len, few)) > 2:
        ratio = max(ratio, 0.75)  # "age" and "age_years"
    return ratio

"""Numbers as people read them: few digits, but enough to see what changed."""

from __future__ import annotations

import math

from featureshift.explain.words import NO_NUMBER

_MINUS = "\u2212"


def number(value: float | None, digits: int = 4) -> str:
    """A number with ``digits`` significant digits, and never fewer than its integer part has.

    >>> number(1234.5678), number(0.000123456), number(-2.50), number(3e12), number(math.nan)
    ('1,235', '0.0001235', '−2.5', '3e12', 'none')
    """
    if value is None or not math.isfinite(value):
        return NO_NUMBER
    if value == 0:
        return "0"
    if not 1e-4 <= abs(value) < 1e9:
        mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
        return f"{_trimmed(mantissa)}e{int(exponent)}".replace("-", _MINUS, 1 if value < 0 else 0)
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return _trimmed(f"{value:,.{decimals}f}").replace("-", _MINUS)


def score(value: float) -> str:
    """A score among others, one below the other: always four digits.

    >>> score(20), score(0.01), score(12345.6), score(0), score(2.5e-7)
    ('20.00', '0.01000', '12,346', '0.000', '2.500e-7')
    """
    value = four_digits(value)
    size, sign = abs(value), _MINUS if value < 0 else ""
    if 1000 <= size < 1e9:
        return f"{sign}{size:,.0f}"
    if size and not 1e-4 <= size < 1e9:
        mantissa, exponent = f"{size:.3e}".split("e")
        return f"{sign}{mantissa}e{int(exponent)}"
    decimals = 3 - math.floor(math.log10(size)) if size else 3
    return f"{sign}{size:.{decimals}f}"


def four_digits(value: float) -> float:
    """Rounded to four digits, or to a whole number if that is more."""
    return float(f"{value:.4g}") if abs(value) < 999.95 else float(round(value))


def before_after(reference: float, query: float) -> tuple[str, str]:
    """Two numbers to compare: of like size with the same decimals, so many that the change shows.

    >>> before_after(0.4123, 0.4312), before_after(98.234, 5.461), before_after(1000.12, 1000.34)
    (('0.412', '0.431'), ('98.2', '5.46'), ('1,000.12', '1,000.34'))
    """
    sizes = sorted((abs(reference), abs(query)))
    if not all(map(math.isfinite, sizes)) or sizes[1] < 1e-4 or sizes[1] >= 5 * sizes[0]:
        return number(reference, 3), number(query, 3)
    change = abs(reference - query) or sizes[1]
    if sizes[1] >= 1e9:
        digits = min(2 + math.ceil(math.log10(sizes[1] / change)), 12)
        return number(reference, max(3, digits)), number(query, max(3, digits))
    digits = max(2 - math.floor(math.log10(sizes[1])), 1 - math.floor(math.log10(change)))
    texts = [f"{value:,.{min(max(digits, 0), 8)}f}" for value in (reference, query)]
    while all(text.endswith("0") and "." in text for text in texts):
        texts = [text[:-1].removesuffix(".") for text in texts]
    return texts[0].replace("-", _MINUS), texts[1].replace("-", _MINUS)


def relation(strength: float) -> str:
    """A correlation or association.

    >>> relation(0.4149), relation(-0.001), relation(-0.5)
    ('0.41', '0.00', '−0.50')
    """
    if not math.isfinite(strength):
        return NO_NUMBER
    text = f"{strength:.2f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", _MINUS)


def count(n: int, noun: str) -> str:
    """A number of things in words.

    >>> count(1, "row"), count(12345, "row")
    ('1 row', '12,345 rows')
    """
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text

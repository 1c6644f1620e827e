"""Another unit: values multiplied by a factor, with an offset for temperatures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from featureshift.explain.case import Case
from featureshift.explain.columns import OVERLAP
from featureshift.explain.dimensions import of_name, of_unit
from featureshift.explain.lattice import PROVEN, carried_by, exact_factor, rounded_factor
from featureshift.explain.proposals import Proposal, at_most
from featureshift.explain.quantities import landmarks, quantiles, snapped
from featureshift.explain.words import number

NEAR_FACTOR = 0.05
NEAR_COARSE = 0.25
"""In logarithms, how far a known unit may be from the typical ratio; farther where few distinct
values make that imprecise."""
FEW_VALUES = 15
SAME_STORY = 0.3
SMALL = 0.4
"""A factor this near to 1 is a unit that hardly exists."""
TIGHT = 0.06
"""Width of half the interval of a factor, in logarithms, for a unit to be named."""
SAME_FACTOR = 0.003
ROUNDED = 0.001
"""A factor this near to a unit is the unit, rounded by people."""
EXACTLY = 1e-4
LARGE = np.log(8.0)
"""A factor by which no group differs from another one, in logarithms."""
LEAST_CHANGE = 0.01
"""A factor nearer to 1 is no change of unit."""


class Unit(NamedTuple):
    factor: float
    words: str


def _both_ways(factor: float, words: str, back: str) -> tuple[Unit, Unit]:
    return Unit(factor, words), Unit(1 / factor, back)


SELDOM = _both_ways(1024.0, "one binary prefix down", "one binary prefix up")
"""Units next to which a usual one lies."""
UNITS: tuple[Unit, ...] = (
    *_both_ways(2.54, "inches to centimeters", "centimeters to inches"),
    *_both_ways(30.48, "feet to centimeters", "centimeters to feet"),
    *_both_ways(0.3048, "feet to meters", "meters to feet"),
    *_both_ways(0.9144, "yards to meters", "meters to yards"),
    *_both_ways(1.609344, "miles to kilometers", "kilometers to miles"),
    *_both_ways(0.45359237, "pounds to kilograms", "kilograms to pounds"),
    *_both_ways(28.349523, "ounces to grams", "grams to ounces"),
    *_both_ways(3.785412, "gallons to liters", "liters to gallons"),
    *_both_ways(4.184, "kilocalories to kilojoules", "kilojoules to kilocalories"),
    *_both_ways(1.35962, "kilowatts to horsepower", "horsepower to kilowatts"),
    *_both_ways(0.1333224, "mmHg to kilopascals", "kilopascals to mmHg"),
    *_both_ways(18.016, "mmol/L to mg/dL of glucose", "mg/dL to mmol/L of glucose"),
    *_both_ways(38.67, "mmol/L to mg/dL of cholesterol", "mg/dL to mmol/L of cholesterol"),
    *_both_ways(88.42, "mg/dL to µmol/L of creatinine", "µmol/L to mg/dL of creatinine"),
    *_both_ways(88.57, "mmol/L to mg/dL of triglycerides", "mg/dL to mmol/L of triglycerides"),
    *_both_ways(17.1, "mg/dL to µmol/L of bilirubin", "µmol/L to mg/dL of bilirubin"),
    *_both_ways(10.0, "tenfold", "a tenth"),
    *_both_ways(100.0, "shares to percent, or meters to centimeters", "percent to shares"),
    *_both_ways(1000.0, "thousands to units, such as kilograms to grams", "units to thousands"),
    *_both_ways(1e6, "millions to units", "units to millions"),
    *_both_ways(60.0, "minutes to seconds", "seconds to minutes"),
    *_both_ways(3600.0, "hours to seconds", "seconds to hours"),
    *_both_ways(24.0, "days to hours", "hours to days"),
    *_both_ways(7.0, "weeks to days", "days to weeks"),
    *_both_ways(12.0, "years to months, or dozens to units", "months to years"),
    *_both_ways(365.25, "years to days", "days to years"),
    *_both_ways(57.29578, "radians to degrees", "degrees to radians"),
    *SELDOM,
    *_both_ways(2.0, "doubled", "halved"),
)
UNMISTAKABLE = frozenset(u.factor for u in UNITS if abs(np.log(u.factor)) > LARGE)
"""Factors that stand even between different populations."""


def propose(case: Case) -> Iterator[Proposal]:
    """The factor is the typical ratio of quantiles; a known unit nearby is tried as well."""
    column = case.column
    if column.categorical or min(len(column.before), len(column.after)) == 0:
        return
    yield from _temperatures(case)
    proven = exact_factor(column)
    if proven is not None and abs(proven - 1) > LEAST_CHANGE:
        yield _times(case, proven, _exactly(case, proven), PROVEN, sure=True)
    factors = _factors(case)
    if not factors:
        return
    rounded = rounded_factor(column, factors[0])
    if rounded is not None:
        if carried_by(column, rounded):
            yield _times(case, rounded, _exactly(case, rounded), PROVEN, sure=True)
        factors.insert(0, rounded)
    error = max(3 * log_error(case), SAME_FACTOR)
    for unit in _known(case, factors[0]):
        if carried_by(column, unit.factor):
            yield _times(case, unit.factor, _exactly(case, unit.factor), PROVEN, sure=True)
            continue
        named = is_named(case, unit)
        words = f"values are multiplied by {number(unit.factor)} ({unit.words})"
        price = 1.0 if unit in SELDOM else 0.5
        if not named:  # a factor as any other
            words, price = _about(case, unit.factor), _usual(unit.factor)
        yield _times(case, unit.factor, words, price, named or case.stands_alone)
        if named:  # what is within its error is the same factor, less well known
            factors = [each for each in factors if abs(np.log(each / unit.factor)) > error]
    for factor in factors:
        yield _times(case, factor, _about(case, factor), _usual(factor), case.stands_alone)


def _usual(factor: float) -> float:
    """Price of a factor that is no unit."""
    return 1.5 if abs(np.log(factor)) > SMALL else 2.0


def _exactly(case: Case, factor: float) -> str:
    """The factor, with the name of the unit that is meant: 0.0555 is 1/18.016 as people write it.

    A factor that the grid proves may be another one than the unit's.
    """
    words = f"values are multiplied by {number(factor)}"
    near = [unit for unit in UNITS if abs(np.log(unit.factor / factor)) < ROUNDED]
    fitting = [unit for unit in near if _of_its_dimension(case, unit)]
    return f"{words} ({fitting[0].words})" if fitting else words


def is_named(case: Case, unit: Unit) -> bool:
    """Whether the factor is known so well that it can be no other unit, and the unit suits.

    A unit that hardly changes values must suit by the name of the column: groups differ by as much.
    """
    error = log_error(case)
    exact = _on_landmarks(case, unit.factor)
    rivals = [abs(np.log(other.factor / unit.factor)) for other in UNITS if other not in SELDOM]
    alone = exact or sum(away < max(2 * error, SAME_FACTOR) for away in rivals) <= 1
    tight = exact or 2 * error < TIGHT
    return alone and tight and _suits(case, unit, exact)


def _suits(case: Case, unit: Unit, exact: bool) -> bool:
    """By the dimension of both, and by what else moved, unless no group differs by so much.

    Where the name of the column asks for such a unit, values that the reference has nowhere tell
    as much as what else moved.
    """
    if not _of_its_dimension(case, unit):
        return False
    own, said = of_name(case.column.feature), of_unit(unit.words)
    size = abs(np.log(unit.factor))
    alone = exact or case.stands_alone
    apart = size > SMALL and bool(own & said) and case.column.overlap < OVERLAP
    return bool(size > LARGE or apart or (alone and (size > SMALL or own & said)))


def _of_its_dimension(case: Case, unit: Unit) -> bool:
    """Whether a column of this name can have the unit; a power of ten suits any."""
    own, said = of_name(case.column.feature), of_unit(unit.words)
    decimal = np.log10(unit.factor).is_integer()
    return bool(decimal or not (own and said) or own & said)


def log_error(case: Case) -> float:
    """Standard error of the logarithm of the ratio of means."""
    column = case.column
    parts = [
        float(np.std(side / (abs(float(side.mean())) or 1.0))) ** 2 / len(side)
        for side in (column.before, column.after)
    ]
    # What partners tell is no error: it moves both means alike.
    return float(np.sqrt(sum(parts) * (1 - min(abs(case.strength[0]), 0.95) ** 2)))


def _on_landmarks(case: Case, factor: float) -> bool:
    """Whether a heap or the step of a grid is just so many times what it was."""
    first, second = landmarks(case.column.before), landmarks(case.column.after)
    ratios = [b / a for a, b in ((first.heap, second.heap), (first.gap, second.gap)) if a]
    return any(abs(ratio / factor - 1) < EXACTLY for ratio in ratios if np.isfinite(ratio))


def _about(case: Case, factor: float) -> str:
    error = 2 * log_error(case)
    if not error < 1:
        return f"values are multiplied by about {number(factor)}"
    low, high = factor * np.exp(-error), factor * np.exp(error)
    return f"values are multiplied by about {number(factor)} ({low:.3g} to {high:.3g})"


def _known(case: Case, factor: float) -> list[Unit]:
    """The nearest units, or all within reach where few distinct values blur the factor."""
    coarse = len(np.unique(case.column.after)) < FEW_VALUES
    reach = NEAR_COARSE if coarse else NEAR_FACTOR
    away = {unit: abs(float(np.log(unit.factor / factor))) for unit in UNITS}
    near = sorted((unit for unit in UNITS if away[unit] < reach), key=lambda unit: away[unit])
    return near if coarse else near[:2]


def _factors(case: Case) -> list[float]:
    """Against what partners expect, the typical ratio of quantiles, and those of landmarks."""
    column, expected = case.column, case.expected_mean
    before, after = quantiles(column)
    far = np.abs(before) > max(0.1 * column.spread, 1e-300)
    ratios = [float(np.median(after[far] / before[far]))] if far.any() else []
    if expected is not None and abs(expected) > 0.5 * column.spread:
        ratios.insert(0, float(column.after.mean()) / expected)
    ratios += [
        b / a
        for a, b in zip(landmarks(column.before), landmarks(column.after), strict=True)
        if a != 0 and np.isfinite(b / a)
    ]
    good = [r for r in ratios if r > 0 and abs(r - 1) > LEAST_CHANGE]
    if not good or good[0] != ratios[0]:
        return []
    return [r for r in dict.fromkeys(good) if abs(np.log(r / good[0])) < SAME_STORY]


def _times(case: Case, factor: float, words: str, parameters: float, sure: bool) -> Proposal:
    values, rounding = snapped(case.column.reference * factor, case.column)
    numbers = {"factor": factor}
    return Proposal(
        words,
        values,
        parameters + rounding,
        numbers,
        at_most=at_most(sure),
        proven=parameters == PROVEN,
    )


def _temperatures(case: Case) -> Iterator[Proposal]:
    celsius = (1.8, 32.0, "degrees Celsius to Fahrenheit")
    for factor, offset, words in (celsius, (1 / 1.8, -32 / 1.8, "degrees Fahrenheit to Celsius")):
        values, rounding = snapped(case.column.reference * factor + offset, case.column)
        numbers = {"factor": factor, "offset": offset}
        proven = carried_by(case.column, factor, offset)
        sure = proven or case.stands_alone or "temperature" in of_name(case.column.feature)
        told, price = f"values are converted from {words}", PROVEN if proven else 0.5
        yield Proposal(told, values, price + rounding, numbers, at_most=at_most(sure))

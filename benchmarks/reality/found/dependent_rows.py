"""Faults among duplicates, repeated measures and series."""

from __future__ import annotations

from dataclasses import replace

from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.found.relations import shuffle
from benchmarks.reality.found.values import in_other_unit, pair_of_numbers
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.customers import NUMBERS, customers
from benchmarks.reality.populations.series import TIME
from benchmarks.reality.quiet.dependent_rows import (
    long_series,
    two_clinics,
    weeks_of_sensors,
    with_gaps,
)
from benchmarks.reality.quiet.duplicates import with_common_rows, with_duplicates
from benchmarks.reality.sizes import draw_rows


def among_duplicates(rng: Generator) -> Case:
    rows = draw_rows(rng, 300)
    case = Case.cut(customers(rng, rows.both), rows.reference)
    case = replace(case, query=with_duplicates(rng, case.query, rng.uniform(0.02, 0.1)))
    name = str(rng.choice(NUMBERS))
    return case.broken({name: in_other_unit(rng, case.query[name])})


def shuffled_among_common_rows(rng: Generator) -> Case:
    case = with_common_rows(rng, pair_of_numbers(rng, 300)).shuffled(rng)
    return shuffle(rng, case, str(rng.choice(case.query.columns)))


def patients_off(rng: Generator) -> Case:
    case = two_clinics(rng, fewest=100).shuffled(rng)
    return _off(rng, case, _measurement(rng, case))


def patients_mixed_up(rng: Generator) -> Case:
    """A measurement given to other rows, of whichever patient."""
    case = two_clinics(rng, fewest=100)
    return shuffle(rng, case, _measurement(rng, case))


def series_off(rng: Generator) -> Case:
    case = long_series(rng)
    return _off(rng, case, _measurement(rng, case))


def series_mixed_up(rng: Generator) -> Case:
    case = long_series(rng)
    return shuffle(rng, case, _measurement(rng, case))


def sensor_off(rng: Generator) -> Case:
    case = weeks_of_sensors(rng)
    return _off(rng, case, _measurement(rng, case))


def sensor_with_gaps_off(rng: Generator) -> Case:
    case = with_gaps(rng, weeks_of_sensors(rng))
    return _off(rng, case, _measurement(rng, case))


def _off(rng: Generator, case: Case, name: str) -> Case:
    """By 2.5 to 5 standard deviations: what neither patients nor days differ by."""
    values = case.query[name]
    return case.broken({name: values + rng.choice([-1, 1]) * rng.uniform(2.5, 5) * values.std()})


def _measurement(rng: Generator, case: Case) -> str:
    numbers = [name for name in case.query if name.startswith("m") and name != TIME]
    return str(rng.choice(numbers))


KINDS = {
    "unit-among-duplicates": Kind("another unit, 2 to 10 % of the rows twice", among_duplicates),
    "shuffled-among-common-rows": Kind(
        "one column shuffled, 2 to 80 % of the reference in the query, too",
        shuffled_among_common_rows,
    ),
    "patients-off": Kind("a measurement of shuffled patients is off, with groups=", patients_off),
    "patients-mixed-up": Kind("a measurement goes to other rows, with groups=", patients_mixed_up),
    "series-off": Kind("a column of an AR(1) process is off", series_off),
    "series-mixed-up": Kind("a column of an AR(1) process is shuffled", series_mixed_up),
    "sensor-off": Kind("a sensor with a daily course is off, with time=", sensor_off),
    "sensor-with-gaps-off": Kind("the same, cells missing in stretches", sensor_with_gaps_off),
}

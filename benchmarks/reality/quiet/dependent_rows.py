"""Repeated measures, batches and series: tables hold less than their rows say."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.populations.repeated import GROUP, day_batches, patients
from benchmarks.reality.populations.series import TIME, process, sensors
from benchmarks.reality.sizes import count, log_uniform


def patients_in_order(rng: Generator) -> Case:
    """Nobody says which rows belong together, but they follow each other."""
    return two_clinics(rng).for_options(())


def patients_shuffled(rng: Generator) -> Case:
    return two_clinics(rng).shuffled(rng)


def series_cut_in_two(rng: Generator) -> Case:
    rows, memory = count(rng, 1500, 20_000), rng.uniform(0.7, 0.98)
    table = process(rng, rows, memory, related=rng.random() < 0.5)
    return Case.cut(table, int(rows * rng.uniform(0.4, 0.75)))


def sensors_by_time(rng: Generator) -> Case:
    case = weeks_of_sensors(rng)
    return case if rng.random() < 0.5 else case.shuffled(rng)


def sensors_with_gaps(rng: Generator) -> Case:
    return with_gaps(rng, weeks_of_sensors(rng))


def batches(rng: Generator) -> Case:
    days, per_day = count(rng, 30, 120), count(rng, 10, 200)
    table = day_batches(rng, days, per_day)
    return Case.cut(table, per_day * int(days * rng.uniform(0.5, 0.75)))


def two_clinics(rng: Generator, fewest: int = 30) -> Case:
    """Visits of the patients of two clinics, in order; nobody is in both."""
    people = count(rng, 2 * fewest, 1000)
    here = int(people * rng.uniform(0.5, 0.7))
    visits = int(rng.integers(5, 16))
    sizes = np.full(people, visits) if rng.random() < 0.5 else 1 + rng.poisson(visits - 1, people)
    return Case.cut(patients(rng, sizes), int(sizes[:here].sum()), groups=GROUP)


def weeks_of_sensors(rng: Generator) -> Case:
    """Whole days, the query after the reference, in order."""
    days, per_day = count(rng, 28, 120), int(rng.choice([24, 48, 96, 144]))
    at = per_day * int(days * rng.uniform(0.5, 0.75))
    return Case.cut(sensors(rng, days, per_day), at, time=TIME)


def with_gaps(rng: Generator, case: Case) -> Case:
    """Half of the measurements lose 1 to 30 % of their cells, in stretches, in both tables."""
    names = [name for name in case.query if name.startswith("m")]
    for name in rng.choice(names, (len(names) + 1) // 2, replace=False):
        share, length = rng.uniform(0.01, 0.3), int(rng.integers(1, 30))
        for table in (case.reference, case.query):
            lost = rng.random(1 + len(table) // length) < share
            table.loc[np.repeat(lost, length)[: len(table)], name] = np.nan
    return case


def long_series(rng: Generator) -> Case:
    """A series that holds at least a hundred independent rows on each side."""
    memory = rng.uniform(0.5, 0.9)
    enough = 100 * (1 + memory) / (1 - memory)
    rows = int(2 * enough * log_uniform(rng, 1.2, 5))
    return Case.cut(process(rng, rows, memory), int(rows * rng.uniform(0.45, 0.6)))


KINDS = {
    "patients-in-order": Kind("5 to 15 rows of a patient after each other", patients_in_order),
    "patients-shuffled": Kind("the same, shuffled, with groups=", patients_shuffled),
    "series": Kind("an AR(1) process cut in two", series_cut_in_two),
    "sensors": Kind("sensors with a daily course, in order or not, with time=", sensors_by_time),
    "sensors-with-gaps": Kind("the same in order, cells missing in stretches", sensors_with_gaps),
    "batches": Kind("30 to 120 days in order, each with an effect of its own", batches),
}

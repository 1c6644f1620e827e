"""The sample tables of the demonstration: two clinics, one of which garbles some columns.

Entirely simulated. The first clinic is the reference. The second draws patients from the same
population, but four of its columns went wrong on the way, each as it happens in real life.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

WRONG = {
    "glucose": "recorded in mmol/L instead of mg/dL",
    "temperature": "rounded to whole degrees",
    "smoker": "every third 'former' entered as 'never'",
    "weight_kg": "shuffled between patients by a wrong join (a joint shift: same distribution)",
}


class Clinics(NamedTuple):
    reference: Any
    query: Any
    wrong: dict[str, str]
    """Shifted column -> what happened to it."""


def two_clinics(rows: int, rng: np.random.Generator) -> Clinics:
    """Patients of two clinics as pyarrow tables of ``rows`` rows each."""
    return Clinics(
        pa.table(_patients(rows, rng)), pa.table(_garbled(_patients(rows, rng), rng)), dict(WRONG)
    )


def _patients(n: int, rng: np.random.Generator) -> dict[str, NDArray[Any]]:
    sex = rng.choice(["female", "male"], n)
    male = sex == "male"
    age = np.clip(rng.gamma(9.0, 6.0, n), 18, 95)
    height = rng.normal(164, 6.5, n) + 13 * male
    bmi = np.clip(rng.gamma(30, 0.85, n) + 0.03 * (age - 50), 16, 55)
    smoker = rng.choice(["never", "former", "current"], n, p=[0.55, 0.27, 0.18])
    systolic = 96 + 0.42 * age + 0.7 * (bmi - 25) + rng.normal(0, 11, n)
    glucose = np.exp(rng.normal(4.42, 0.1, n) + 0.012 * (bmi - 25) + 0.002 * (age - 50))
    columns: dict[str, NDArray[Any]] = {
        "sex": sex,
        "age": age.round(),
        "height_cm": height.round(1),
        "weight_kg": (bmi * (height / 100) ** 2).round(1),
        "waist_cm": (18 + 2.6 * bmi + 7 * male + rng.normal(0, 4, n)).round(),
        "smoker": smoker,
        "systolic": systolic.round(),
        "diastolic": (0.42 * systolic + 25 + rng.normal(0, 6, n)).round(),
        "heart_rate": (72 + 4 * (smoker == "current") + rng.normal(0, 9, n)).round(),
        "temperature": rng.normal(36.7, 0.35, n).round(1),
        "glucose": glucose.round(1),
        "hba1c": (2.6 + 0.032 * glucose + rng.normal(0, 0.25, n)).round(1),
        "ldl": np.where(rng.random(n) < 0.08, np.nan, rng.normal(121, 32, n).round()),
        "hdl": (66 - 0.5 * (bmi - 25) - 9 * male + rng.normal(0, 10, n)).round(),
        "ward": rng.choice(["north", "south", "east", "day"], n, p=[0.4, 0.3, 0.2, 0.1]),
        "visits": rng.poisson(1 + age / 30),
    }
    return columns


def _garbled(
    patients: dict[str, NDArray[Any]], rng: np.random.Generator
) -> dict[str, NDArray[Any]]:
    smoker = patients["smoker"].copy()
    former = np.flatnonzero(smoker == "former")
    smoker[former[::3]] = "never"
    return patients | {
        "glucose": (patients["glucose"] / 18.0).round(1),
        "temperature": patients["temperature"].round(),
        "smoker": smoker,
        "weight_kg": rng.permutation(patients["weight_kg"]),
    }

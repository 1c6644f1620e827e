"""Which dimension a column has by its name, and a unit by its words."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


DIMENSIONS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "length": (
        _words(
            "height length width depth distance dist altitude elevation waist size radius diameter "
            "perimeter circumference km cm mm m mi miles inch inches feet ft yd tall long"
        ),
        _words("inches centimeters feet meters yards miles kilometers"),
    ),
    "mass": (
        _words("weight mass kg lb lbs g gram grams pound pounds oz load"),
        _words("pounds kilograms ounces grams"),
    ),
    "volume": (
        _words("volume liter liters l gal gallon gallons fuel tank"),
        _words("gallons liters"),
    ),
    "energy": (
        _words("energy kcal cal calories kj joule joules"),
        _words("kilocalories kilojoules"),
    ),
    "power": (
        _words("power kw hp ps horsepower watt engine"),
        _words("kilowatts horsepower"),
    ),
    "pressure": (
        _words("pressure bp systolic diastolic mmhg kpa"),
        _words("mmhg kilopascals"),
    ),
    "concentration": (
        _words("glucose cholesterol ldl hdl creatinine triglycerides bilirubin mmol mg chol sugar"),
        _words("mmol/l mg/dl µmol/l"),
    ),
    "time": (
        _words(
            "time duration age delay elapsed seconds sec s min minutes hours hour h days day weeks "
            "months years tenure latency"
        ),
        _words("minutes seconds hours days weeks months years"),
    ),
    "temperature": (
        _words("temp temperature celsius fahrenheit kelvin degc degf"),
        _words("celsius fahrenheit"),
    ),
    "angle": (
        _words("angle direction heading latitude longitude lat lon degrees rad deg"),
        _words("radians degrees"),
    ),
}
"""Dimension -> words in names of columns, words in names of units."""


def of_name(name: str) -> frozenset[str]:
    """
    >>> sorted(of_name("body_mass_g")), sorted(of_name("flipperLengthMm")), sorted(of_name("x1"))
    (['mass'], ['length'], [])
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    words = set(re.findall(r"[a-zµ]+", spaced.casefold()))
    return frozenset(key for key, (names, _) in DIMENSIONS.items() if words & names)


def of_unit(words: str) -> frozenset[str]:
    """
    >>> sorted(of_unit("inches to centimeters")), sorted(of_unit("doubled"))
    (['length'], [])
    """
    said = set(re.findall(r"[a-zµ/]+", words.casefold()))
    return frozenset(key for key, (_, units) in DIMENSIONS.items() if said & units)

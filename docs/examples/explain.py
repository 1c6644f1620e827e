"""What happened to the shifted columns? Two mishaps are simulated, then found and explained.

Usage: python docs/examples/explain.py
"""

import numpy as np

import featureshift as fs


def patients(rows: int, rng: np.random.Generator) -> dict[str, np.ndarray]:
    height = rng.normal(172, 9, rows)
    weight = 0.9 * height - 85 + rng.normal(0, 8, rows)
    return {
        "height_cm": height,
        "weight_kg": weight,
        "waist_cm": 0.7 * weight + 0.1 * height + 15 + rng.normal(0, 5, rows),
        "age": rng.integers(18, 90, rows),
        "temperature": rng.normal(37, 0.5, rows),
    }


rng = np.random.default_rng(0)
reference, query = patients(2000, rng), patients(2000, rng)
query["temperature"] = 32 + 1.8 * query["temperature"]  # Fahrenheit
query["weight_kg"] = rng.permutation(query["weight_kg"])  # a wrong join: same margin

for column in fs.localize(reference, query).explain().columns:
    best = column.diagnoses[0]
    print(f"{column.feature}: {best.words} ({best.code}, confidence {best.confidence})")

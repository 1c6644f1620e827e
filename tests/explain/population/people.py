"""Customers whose income, spending and tenure depend on their age, and on nothing else here."""

import numpy as np

from featureshift.explain.columns import column_pairs
from featureshift.explain.trial import Told


def people(rng, rows):
    age = rng.uniform(18, 80, rows)
    male = rng.random(rows) < 0.5
    income = 800 + 40 * age + 600 * male + rng.normal(0, 400, rows)
    return {
        "age": age.round(),
        "sex": np.where(male, "male", "female").astype(object),
        "income": income,
        "spend": 0.3 * income + rng.normal(0, 150, rows),
        "tenure": np.floor(rng.gamma(2.0, age / 20)),
        "height": 168 + 13 * male + rng.normal(0, 7, rows),
        "lonely": rng.normal(size=rows),
    }


def rows_of(table, chosen):
    return {name: column[chosen] for name, column in table.items()}


def more_young(rng, rows=3000):
    """A reference, and a query with three times as many people below 35."""
    drawn = people(rng, 4 * rows)
    chance = np.where(drawn["age"] < 35, 1.0, 0.3)
    return people(rng, rows), rows_of(drawn, rng.random(4 * rows) < chance)


def localized(reference, query, shifted):
    return Told(tuple(shifted)).localize(reference, query)


def pairs_of(reference, query):
    return column_pairs(localized(reference, query, reference).evidence)

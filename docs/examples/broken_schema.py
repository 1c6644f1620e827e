"""What a table looks like to the verdict when its schema broke on the way.

python docs/examples/broken_schema.py
"""

import numpy as np

import featureshift as fs

rng = np.random.default_rng(0)


def customers(n):
    age = rng.normal(45, 12, n)
    return {
        "age": age.round(),
        "income": (age * 800 + rng.normal(0, 4000, n)).round(2),
        "plan": rng.choice(["basic", "plus", "pro"], n),
        "smoker": rng.choice(["yes", "no"], n),
    }


january, february = customers(500), customers(400)
february["income"] = [f"{euros:.2f}".replace(".", ",") for euros in february["income"]]
february["smoker"] = (february["smoker"] == "yes").astype(int)
february["tariff"] = february.pop("plan")

result = fs.localize(january, february)
print(result.schema.headline)
for change in result.schema.changes:
    print(f"  {change}")
print(f"shifted: {', '.join(result.shifted_features) or 'nothing'}")

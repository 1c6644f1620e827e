"""A source of our own making."""

import pandas as pd


def site(rng, n=1500, spread=1.0):
    z = rng.normal(size=(n, 1))
    frame = pd.DataFrame(z + rng.normal(size=(n, 5)), columns=list("abcde"))
    frame["b"] *= spread
    frame["color"] = rng.choice(["red", "green", "blue"], n)
    return frame

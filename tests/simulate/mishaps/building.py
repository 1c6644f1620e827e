"""Two tables of one kind."""

import numpy as np

from featureshift.corpus.mixed import clinic


def tables(seed=0, draw=clinic):
    rng = np.random.default_rng(seed)
    return draw(600, rng, rng), draw(600, rng, rng)

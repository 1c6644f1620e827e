import numpy as np

from featureshift.corpus.clinic import two_clinics


def test_a_wrong_join_keeps_the_margin():
    clinics = two_clinics(5000, np.random.default_rng(0))
    own, other = (np.array(t["weight_kg"]) for t in clinics[:2])
    assert abs(own.mean() - other.mean()) < 0.05 * own.std() + 0.5
    height = np.array(clinics.query["height_cm"])
    assert abs(np.corrcoef(height, other)[0, 1]) < 0.1

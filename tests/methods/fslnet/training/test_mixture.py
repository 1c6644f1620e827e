import pytest

from featureshift.methods.fslnet.training.mixture import adapted, uniform
from featureshift.simulate import TRAINING


def test_inverse_to_f1():
    f1 = dict.fromkeys(TRAINING, 0.8) | {"T3": 0.4}
    mixture = adapted(f1, floor=0.0)
    assert mixture["T3"] == pytest.approx(2 * mixture["T1"])
    assert sum(mixture.values()) == pytest.approx(1)


def test_none_vanishes():
    f1 = dict.fromkeys(TRAINING, 1.0) | {"T6": 0.0}
    mixture = adapted(f1, floor=0.03)
    assert min(mixture.values()) >= 0.03
    assert mixture["T6"] == max(mixture.values()) < 0.9


def test_nothing_measured_is_uniform():
    assert adapted({}, floor=0.03) == pytest.approx(uniform())


def test_no_evaluation_manipulation_is_ever_drawn():
    assert set(uniform()) == set(adapted({}, 0.0)) == {f"T{k}" for k in range(1, 9)}

import numpy as np

from featureshift.tables.schema.emptied import became_constant, emptied

VARIED = np.arange(100.0)


def test_emptied():
    assert emptied("x", 5, 0) is not None
    assert emptied("x", 5, 1) is None
    assert emptied("x", 0, 0) is None


def test_constant():
    assert became_constant("x", VARIED, np.ones(50), "1").message.endswith("(1)")
    assert became_constant("x", VARIED, np.ones(5), "1") is None
    assert became_constant("x", np.ones(50), np.ones(50), "1") is None
    assert became_constant("x", VARIED, VARIED, "1") is None


def test_a_rare_value_may_be_absent_by_chance():
    rare = np.zeros(100)
    rare[:3] = 1.0
    assert became_constant("flag", rare, np.zeros(100), "0") is None


def test_a_constant_that_is_another_one_is_a_shift():
    assert became_constant("x", np.zeros(50), np.ones(50), "1") is None

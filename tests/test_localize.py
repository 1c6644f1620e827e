from dataclasses import replace

import numpy as np
import pytest

import featureshift as fs
from featureshift.decide import Scale
from featureshift.errors import OptionError
from featureshift.methods.base import Localizer, MethodInfo, Scores

INFO = MethodInfo("made", "made scores", "none", False, False, "none")


class Made(Localizer):
    """Scores that a test gives."""

    info = INFO

    def __init__(self, *, values=(), cut=0.5, scale=Scale.PROBABILITY):
        self.values, self.cut, self.scale = values, cut, scale
        self.info = replace(INFO, scale=scale)

    def _score(self, pair, rng, progress):
        return Scores(np.array(self.values), self.cut)


@pytest.fixture(scope="module")
def tables():
    """Of five columns; the first is far off, the second a little."""
    rng = np.random.default_rng(0)
    reference, query = rng.normal(size=(2, 800, 5))
    query[:, 0] += 3
    query[:, 1] += 0.3
    return reference, query


def test_an_error_budget_flags_as_many_as_keep_within_it(tables):
    method = Made(values=(0.99, 0.9, 0.8, 0.2, 0.1))
    found = [method.localize(*tables, error_budget=b).shifted.sum() for b in (0.02, 0.06, 0.2)]
    assert found == [1, 2, 3]
    result = method.localize(*tables, error_budget=0.06)
    np.testing.assert_allclose(result.q_values[:3], [0.01, 0.055, 0.31 / 3])
    assert result.threshold == 0.8
    assert "0.06 at most" in str(result.notes[-1])


def test_nothing_is_flagged_where_the_method_finds_no_shift_at_all(tables):
    method = Made(values=(0.96, 0.1, 0.0, 0.0, 0.0), cut=0.97)
    assert not method.localize(*tables, error_budget=0.05).shifted.any()
    assert method.set_params(cut=0.95).localize(*tables, error_budget=0.05).shifted.sum() == 1


def test_p_values_keep_an_error_budget_too(tables):
    result = fs.localize(*tables, method="select-k-best", error_budget=0.001)
    assert result.shifted_features == ("x0", "x1")
    assert (result.q_values[2:] > 0.001).all()


def test_scores_that_promise_nothing_keep_no_error_budget(tables):
    with pytest.raises(OptionError, match="sm-threshold cannot keep an error budget"):
        fs.localize(*tables, method="sm-threshold", error_budget=0.05)
    assert fs.localize(*tables, method="sm-threshold").q_values is None


@pytest.mark.parametrize("other", [{"threshold": 0.5}, {"n_shifted": 1}])
def test_an_error_budget_decides_alone(tables, other):
    with pytest.raises(OptionError, match="error_budget excludes"):
        fs.localize(*tables, error_budget=0.05, **other)


@pytest.mark.parametrize("name", ["error_budget", "min_effect"])
@pytest.mark.parametrize("value", [-0.1, 1.5, float("nan"), "much"])
def test_shares_are_from_0_to_1(tables, name, value):
    with pytest.raises(OptionError, match=f"{name} is no share"):
        fs.localize(*tables, **{name: value})


def test_what_is_real_but_immaterial_is_scored_and_not_flagged(tables):
    method = Made(values=(0.99, 0.98, 0.1, 0.1, 0.1))
    result = method.localize(*tables)
    assert result.shifted_features == ("x0", "x1")
    material = method.localize(*tables, min_effect=0.3)
    assert material.shifted_features == ("x0",)
    np.testing.assert_array_equal(material.scores, result.scores)
    np.testing.assert_array_equal(material.effects, result.effects)
    assert "1 of 2 shifted features" in str(material.notes[-1])
    assert material.evidence.partners[0]
    assert "x1" not in [column.feature for column in material.explain().columns]


def test_every_method_tells_effects(tables):
    for name in ("graphnet", "sm-threshold", "mutual-info"):
        result = fs.localize(*tables, method=name)
        assert result.effects[0] > 0.8
        assert 0.05 < result.effects[1] < 0.2
        assert result.effects[2:].max() < 0.06


def test_an_error_budget_of_the_default_method(tables):
    result = fs.localize(*tables, error_budget=0.05)
    assert result.shifted_features == ("x0", "x1")
    assert result.q_values[result.shifted].max() <= 0.05 < result.q_values[~result.shifted].min()
    assert not fs.localize(tables[0], tables[0][::-1], error_budget=0.2).shifted.any()


def test_a_threshold_that_is_no_probability_is_refused(tables):
    with pytest.raises(OptionError, match="from 0 to 1"):
        Made(values=(0.9,) * 5).localize(*tables, threshold=2)
    own = Made(values=(3.0, 1.0, 1.0, 1.0, 1.0), scale=Scale.OWN)
    assert own.localize(*tables, threshold=2).shifted.sum() == 1


def test_labels_are_two_names(tables):
    method = Made(values=(0.9, 0.1, 0.1, 0.1, 0.1))
    result = method.localize(*tables, labels=("January", "February"))
    assert result.labels == ("January", "February")
    assert str(result).startswith("February against January: 1 of 5 columns shifted")
    assert method.localize(*tables).labels == ("reference", "query")
    for wrong in ("January", ("a",), ("a", ""), (1, 2)):
        with pytest.raises(OptionError, match="labels are no two names"):
            method.localize(*tables, labels=wrong)


@pytest.mark.parametrize(
    "option",
    [
        {"max_rows": True},
        {"n_shifted": True},
        {"seed": False},
        {"threshold": True},
        {"threshold": 10**400},
        {"error_budget": True},
        {"min_effect": False},
        {"min_effect": 10**400},
        {"max_rows": 10**400, "n_shifted": -1},
    ],
)
def test_what_is_no_number_is_no_option(option):
    table = np.zeros((5, 2))
    with pytest.raises(OptionError):
        fs.localize(table, table, method="select-k-best", **option)

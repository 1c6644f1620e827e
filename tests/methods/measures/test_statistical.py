from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.measures import (
    MEASURES,
    PAPER_MEASURES,
    CentralMoments,
    StatisticalMeasures,
    UniformGrid,
    check_functional,
)

CELL = 0.01 + 1e-6


def odd_table(rows: int = 400) -> np.ndarray:
    """Continuous, skewed, discrete on edges, binary, nearly constant and absent columns."""
    rng = np.random.default_rng(7)
    continuous = rng.random((rows, 2))
    skewed = rng.beta(0.5, 8, rows)
    levels = rng.integers(0, 11, rows) / 10
    binary = rng.random(rows) < 0.3
    nearly = np.where(np.arange(rows) % 2, 0.7, 0.7 + 6e-8)
    values = np.column_stack([continuous, skewed, levels, binary, nearly]).astype(np.float32)
    values[rng.random(values.shape) < 0.05] = np.nan
    return np.column_stack([values, np.full(rows, np.nan, np.float32)])


def run(functional: StatisticalMeasures, values: np.ndarray) -> dict[str, np.ndarray]:
    found = functional.result(functional.update(functional.start(values.shape[1]), values))
    return dict(zip(functional.channels, found, strict=True))


PLAIN: dict[str, tuple[Any, float]] = {
    "mean": (np.mean, 1e-12),
    "std": (np.std, 1e-12),
    "median": (np.median, CELL),
    "mad": (lambda x: np.abs(x - x.mean()).mean(), CELL / 2),
    "moment_2": (lambda x: np.mean(x**2), 1e-12),
    "moment_3": (lambda x: np.mean(x**3), 1e-12),
    "skewness": (stats.skew, 1e-6),
    "kurtosis": (lambda x: stats.kurtosis(x, fisher=False), 1e-6),
    "dispersion": (lambda x: x.var() / x.mean(), 1e-6),
    "trimmed_mean": (lambda x: stats.trim_mean(x, 0.1), CELL),
    "missing": (lambda x: 1 - len(x) / 400, 1e-12),
    "histogram_100_07": (lambda x: ((x >= np.float32(0.07)) & (x < np.float32(0.08))).mean(), 0),
    "histogram_100_99": (lambda x: (x >= np.float32(0.99)).mean(), 0),
    "ecdf_100_29": (lambda x: (x <= np.float32(0.3)).mean(), 1e-15),
    "ecdf_50_24": (lambda x: (x <= np.float32(0.5)).mean(), 1e-15),
}


@pytest.mark.parametrize("channel", PLAIN)
def test_each_channel_equals_its_formula_over_present_values(channel: str) -> None:
    values = odd_table()
    found = run(StatisticalMeasures(tuple(MEASURES), cells=(50, 100)), values)[channel]
    formula, tolerance = PLAIN[channel]
    for feature, column in enumerate(values.T[:-1]):
        present = column[~np.isnan(column)].astype(np.float64)
        np.testing.assert_allclose(found[feature], formula(present), atol=tolerance, rtol=0)
    assert found[-1] == 1 if channel == "missing" else np.isnan(found[-1])


@pytest.mark.parametrize("name", MEASURES)
def test_every_registered_measure_is_compared_with_a_formula(name: str) -> None:
    assert set(MEASURES[name](cells=(50, 100)).channels) & set(PLAIN)


def test_defaults_are_the_papers_206_channels() -> None:
    channels = StatisticalMeasures().channels
    assert PAPER_MEASURES == ("mean", "std", "median", "mad", "moments", "histogram", "ecdf")
    assert len(channels) == 206
    assert channels[:6] == ("mean", "std", "median", "mad", "moment_2", "moment_3")
    assert channels[6 + 7] == "histogram_100_07"
    assert channels[-1] == "ecdf_100_99"


def test_each_functional_runs_once() -> None:
    everything = StatisticalMeasures(tuple(MEASURES), cells=(50, 100), orders=(2, 3))
    kinds = everything.functionals
    assert [each for each in kinds if isinstance(each, CentralMoments)] == [CentralMoments(4)]
    assert [each for each in kinds if isinstance(each, UniformGrid)] == [
        UniformGrid(100),
        UniformGrid(50),
    ]
    assert len(kinds) == 4


@pytest.mark.parametrize("name", MEASURES)
def test_contract_of_every_measure(name: str) -> None:
    check_functional(StatisticalMeasures((name,)), odd_table(60), np.random.default_rng(0))


@pytest.mark.parametrize(
    "functional",
    [
        StatisticalMeasures(tuple(MEASURES), cells=(50, 100), orders=(1, 2, 5)),
        CentralMoments(2),
        CentralMoments(5),
        UniformGrid(1),
        UniformGrid(100),
    ],
    ids=repr,
)
def test_contract_of_other_functionals(functional: Any) -> None:
    rng = np.random.default_rng(1)
    check_functional(functional, odd_table(60), rng)
    check_functional(functional, odd_table(1), rng)


cell_values = st.sampled_from([0.0, 0.01, 0.5, 0.50000006, 1.0, float("nan")]) | st.floats(
    0, 1, width=32
)


@given(
    arrays(np.float32, st.tuples(st.integers(0, 12), st.integers(1, 3)), elements=cell_values),
    st.integers(0, 2**32 - 1),
)
@settings(max_examples=80, deadline=None)
def test_contract_holds_on_any_table(values: np.ndarray, seed: int) -> None:
    functional = StatisticalMeasures(tuple(MEASURES), cells=(4, 100))
    check_functional(functional, values, np.random.default_rng(seed))


@pytest.mark.parametrize("value", [0.123, 0.5, 1.0])
def test_constant_column_is_exact(value: float) -> None:
    found = run(StatisticalMeasures(tuple(MEASURES)), np.full((9, 1), value, np.float32))
    for channel in ("mean", "median", "trimmed_mean"):
        assert found[channel][0] == np.float32(value), channel
    for channel in ("std", "mad", "skewness", "kurtosis", "dispersion"):
        assert found[channel][0] == 0.0, channel


def test_dispersion_of_zeros_is_zero() -> None:
    assert run(StatisticalMeasures(("dispersion",)), np.zeros((4, 1), np.float32))[
        "dispersion"
    ].tolist() == [0.0]


def test_unknown_name_offers_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'median'"):
        StatisticalMeasures(("mean", "mediam"))


@pytest.mark.parametrize(
    "options",
    [
        {"names": ()},
        {"names": ("mean", "mean")},
        {"cells": (100, 100)},
        {"cells": (0,)},
        {"orders": (0,)},
        {"orders": ()},
    ],
)
def test_bad_options_are_refused_at_construction(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        StatisticalMeasures(**options)

import numpy as np
import pytest

from featureshift.explain.where.traces import traces

from ..building import case_after
from ..dates.building import date_case


def spoiled(values, new):
    return np.concatenate([new(values[:400]), values[400:]])


CHANGES = {
    "scale": lambda _: lambda t: {"x": spoiled(t["x"], lambda x: x * 3)},
    "missing": lambda _: lambda t: {"x": spoiled(t["x"], lambda x: x * np.nan)},
    "rounding": lambda _: lambda t: {"x": spoiled(t["x"], lambda x: x.round(-1))},
    "shuffled": lambda rng: lambda t: {"x": spoiled(t["x"], rng.permutation)},
    "noise": lambda rng: (
        lambda t: {"x": spoiled(t["x"], lambda x: x + rng.choice([-40.0, 40.0], len(x)))}
    ),
    "fill": lambda _: lambda t: {"x": spoiled(t["x"], lambda x: np.full(len(x), 80.0))},
}


def largest_change(case):
    """Of any trace's mean, in standard errors."""
    found = traces(case)
    n, m = len(found.reference), len(found.query)
    difference = found.query.mean(axis=0) - found.reference.mean(axis=0)
    return np.abs(difference / np.sqrt(found.variance * (1 / n + 1 / m))).max()


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_a_fifth_of_the_rows_leaves_a_trace(rng, name):
    assert largest_change(case_after(rng, CHANGES[name](rng))) > 5


def test_categories_leave_traces_too(rng):
    def change(t):
        return {"text": spoiled(t["text"], lambda x: np.full(len(x), "new", object))}

    assert largest_change(case_after(rng, change, name="text")) > 5


@pytest.mark.parametrize("name", ["x", "text"])
def test_nothing_happened_and_nothing_is_missing(rng, name):
    case = case_after(rng, lambda _: {}, name=name)
    found = traces(case)
    assert np.isfinite(found.reference).all()
    assert np.isfinite(found.query).all()
    assert (found.variance > 0).all()
    assert largest_change(case) < 4.5


@pytest.mark.parametrize(
    "change",
    [lambda x: x // 86400 * 86400, lambda x: x // 60 * 60, lambda x: x + 6 * 3600],
    ids=["days", "minutes", "zone"],
)
def test_dates_leave_traces_on_the_clock(rng, change):
    case = date_case(rng, lambda t: {"when": spoiled(t["when"], change)})
    assert largest_change(case) > 5

"""Values at the ends of what a cell can hold: each has its explanation, and no warning is printed.

A rule that cannot work with them tells nothing; the others tell what they see.
"""

import warnings

import numpy as np
import pytest

import featureshift as fs

LARGEST = np.finfo(float).max
N = 400


def instants(rng):
    return rng.integers(0, 10**9, N).astype("M8[s]")


def sentinel(values, code):
    values = values.copy()
    values[::10] = code
    return values


PAIRS = {
    "largest": lambda _, x: (x, sentinel(x, LARGEST)),
    "both ends": lambda _, x: (x, sentinel(-sentinel(x, LARGEST), LARGEST)),
    "before too": lambda _, x: (sentinel(x, -LARGEST), sentinel(x + 3, -LARGEST)),
    "range beyond double precision": lambda _, x: (x, np.where(x > 0, LARGEST, -LARGEST)),
    "all of it": lambda _, x: (np.clip(x, -1, 1) * LARGEST, np.clip(x, -1, 1) * LARGEST / 2),
    "constant": lambda _, x: (x, np.full(N, LARGEST)),
    "smallest": lambda _, x: (x, x * 5e-324),
    "infinite": lambda _, x: (x, sentinel(x, np.inf)),
    "near 2^64": lambda rng, __: (
        rng.integers(2**64 - 1000, 2**64 - 1, N, np.uint64),
        rng.integers(2**64 - 6000, 2**64 - 5001, N, np.uint64),
    ),
    "small and near 2^64": lambda rng, __: (
        rng.integers(0, 1000, N, np.uint64),
        rng.integers(2**64 - 1000, 2**64 - 1, N, np.uint64),
    ),
    "no dates": lambda rng, __: (instants(rng), np.full(N, "NaT", "M8[s]")),
    "few dates": lambda rng, __: (instants(rng), sentinel(np.full(N, "NaT", "M8[s]"), 9)),
    "dates beyond calendars": lambda rng, __: (
        instants(rng),
        np.where(np.arange(N) % 3, instants(rng), np.datetime64(9**17, "s")),
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_each_has_its_explanation(rng, tmp_path, monkeypatch, name):
    monkeypatch.delenv("FEATURESHIFT_DEBUG", raising=False)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        explain_and_report(rng, tmp_path, name)
    assert [str(warning.message) for warning in said] == []


def explain_and_report(rng, tmp_path, name):
    values = PAIRS[name](rng, rng.normal(size=N))
    for before, after in (values, values[::-1]):
        reference, query = {"a": before, "b": rng.normal(size=N)}, {"a": after, "b": rng.random(N)}
        result = fs.localize(reference, query, method="sm-threshold", n_shifted=2)
        for column in result.explain().columns:
            assert "could not be worked out" not in column.what_happened
        for suffix in ("html", "md", "xml", "json"):
            text = result.report(tmp_path / f"out.{suffix}").read_text()
            assert "could not be drawn" not in text
        assert str(result)
        result.repair(query, reference)

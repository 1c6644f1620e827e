import numpy as np
import pytest

from featureshift.explain.diagnoses import diagnose

from ...building import case_of
from ...dates.building import said, seconds, table


@pytest.mark.parametrize(
    ("factor", "words"),
    [
        (1e-3, "seconds since 1970 were read as milliseconds: 2024-"),
        (1e3, "milliseconds since 1970 were read as seconds: 2024-"),
    ],
)
def test_dates_far_off(rng, factor, words):
    found = said(rng, lambda t: {"when": np.floor(t["when"] * factor)})
    assert (found.code, found.confidence) == ("epoch-unit", "high")
    assert found.words.startswith(words)


@pytest.mark.parametrize(("old", "new"), [("seconds", "milliseconds"), ("microseconds", "seconds")])
def test_numbers_that_count_from_1970(rng, old, new):
    per = {"seconds": 1.0, "milliseconds": 1e3, "microseconds": 1e6}
    tables = [
        {"at": table(rng)["when"] * per[unit], "x": rng.normal(size=3000)} for unit in (old, new)
    ]
    found = diagnose(case_of(*tables, "at"))[0]
    assert (found.code, found.words) == ("epoch-unit", f"{old} since 1970 are now {new}")
    assert found.numbers["factor"] == per[new] / per[old]


def test_other_numbers_do_not(rng):
    tables = [{"x": rng.gamma(4, 2, 500) * f, "y": rng.normal(size=500)} for f in (1, 1000)]
    assert diagnose(case_of(*tables, "x"))[0].code == "scale"
    assert seconds("1970-01-01") == 0

import numpy as np
import pytest

from featureshift.explain.diagnoses import diagnose

from ...building import case_of
from ...dates.building import said


@pytest.mark.parametrize(
    ("later", "words"),
    [
        ("2024-03-01", "later period: 2024-03-01 to 2024-04-29 after 2024-01-01 to 2024-02-29"),
        ("2023-10-30", "earlier period: 2023-10-30 to 2023-12-28 before 2024-01-01 to 2024-02-29"),
    ],
)
def test_the_next_batch_is_no_error(rng, later, words):
    found = said(rng, lambda _: {}, later=later)
    assert (found.code, found.words, found.confidence) == ("other-period", words, "high")


@pytest.mark.parametrize(
    ("name", "before", "after", "words"),
    [
        ("month", [1], [2], "later period: month 2 after 1"),
        ("month", [10, 11, 12], [1], "later period: month 1 after 10 to 12"),
        ("report_year", [2022, 2023], [2024], "later period: report_year 2024 after 2022 to 2023"),
        ("quarter", [3], [2], "earlier period: quarter 2 before 3"),
        ("ym", ["2025-01"], ["2025-02"], "later period: 2025-02 after 2025-01"),
        ("q", ["2024Q3", "2024Q4"], ["2025Q1"], "later period: 2025Q1 after 2024Q3 to 2024Q4"),
    ],
)
def test_numbers_and_texts_that_count_time(rng, name, before, after, words):
    kind = object if isinstance(before[0], str) else float
    tables = [
        {name: rng.choice(np.array(side, kind), 400), "x": rng.normal(size=400)}
        for side in (before, after)
    ]
    found = diagnose(case_of(*tables, name))[0]
    assert (found.code, found.words, found.confidence) == ("other-period", words, "high")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("dose", 1.0, 2.0),
        ("birth_year", 1980.0, 1990.0),
        ("code", "1001", "2001"),
        ("month", 1.5, 3),
    ],
)
def test_other_columns_do_not_count_time(rng, name, before, after):
    kind = object if isinstance(before, str) else float
    tables = [{name: np.full(400, v, kind), "x": rng.normal(size=400)} for v in (before, after)]
    assert diagnose(case_of(*tables, name))[0].code != "other-period"


def test_what_else_happened_comes_first(rng):
    found = said(rng, lambda t: {"when": t["when"] // 86400 * 86400}, later="2024-03-01")
    assert found.code == "date-precision"
    assert found.words.startswith(
        "dates are cut to whole days: the time of day is lost; later period"
    )

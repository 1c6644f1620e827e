import datetime

import numpy as np
import pandas as pd
import pytest

import featureshift as fs
from featureshift.errors import OptionError


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ([2019, 2020], {"2019", "2020"}),
        ([0.5, 1.5], {"0.5", "1.5"}),
        ([True, False], {"true", "false"}),
        ([datetime.date(2025, 1, 1), datetime.date(2025, 2, 1)], {"2025-01-01", "2025-02-01"}),
    ],
)
def test_numbers_flags_and_dates_with_few_values_are_groups(rng, values, names):
    table = {"v": rng.normal(size=100), "by": values * 50}
    assert set(fs.compare_groups(table, "by").sources) == names


@pytest.mark.parametrize(
    ("by", "remedy"),
    [
        (np.arange(400.0), "ranges"),
        (pd.date_range("2025-01-01", periods=400), "split-at"),
        ([f"id{k}" for k in range(400)], "fewer groups"),
    ],
)
def test_too_many_values_are_refused_with_a_remedy(rng, by, remedy):
    table = pd.DataFrame({"v": rng.normal(size=400), "by": by})
    with pytest.raises(OptionError, match=remedy):
        fs.compare_groups(table, "by")

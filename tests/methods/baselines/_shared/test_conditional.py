import numpy as np
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import OptionError, TableError
from featureshift.methods.baselines._shared.conditional import (
    check_positive,
    check_width,
    sampled_note,
    standardized,
)


def test_standardized_columns(rng):
    reference, query = rng.normal(3, 5, (40, 3)), rng.normal(3, 5, (60, 3))
    reference[:, 1] = query[:, 1] = 2.0
    data = standardized(read_pair(reference, query))
    np.testing.assert_allclose(data.rows.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(data.rows.std(axis=0), 1)
    assert data.active.tolist() == [0, 2]
    assert data.spread(np.array([1.0, 2.0])).tolist() == [1, 0, 2]
    assert data.is_query.sum() == 60


def test_options_and_widths_out_of_range_are_refused():
    with pytest.raises(OptionError, match="max_points is not positive"):
        check_positive(max_points=0)
    check_positive(time_limit=None)
    with pytest.raises(TableError, match="too wide"):
        check_width(11, 10)


def test_only_a_real_choice_of_rows_is_noted():
    assert sampled_note("rows", 5, 5) == ()
    assert "5 of 9" in str(sampled_note("rows", 5, 9)[0])

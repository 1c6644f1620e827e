import numpy as np
import pytest

import featureshift as fs
from featureshift.tables.profile.packed import facts_of, packed, unpacked


@pytest.fixture
def profile():
    return fs.profile({"x": [1.0, 2.0, 3.0], "color": ["red", "blue", "red"]})


def test_unpacked_is_the_inverse_of_packed(profile):
    again = unpacked(facts_of(profile), packed(profile))
    assert facts_of(again) == facts_of(profile)
    assert repr(packed(again)) == repr(packed(profile))
    np.testing.assert_array_equal(again.summary.sample.keys, profile.summary.sample.keys)
    assert again.summary.scan.levels == profile.summary.scan.levels


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("scan.low", np.zeros(3)),
        ("levels.sizes", np.array([0, 3])),
        ("levels.sizes", np.array([-1, 3])),
        ("levels.counts", np.array([1])),
        ("sample.values", np.zeros(5)),
        ("sample.counts", np.array([1])),
        ("cells.sizes", np.array([2])),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(profile, part, value):
    with pytest.raises((ValueError, IndexError)):
        unpacked(facts_of(profile), packed(profile) | {part: value})

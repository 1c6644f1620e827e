import numpy as np
import pytest

from benchmarks.publish.kept_apart import FEATURES, SOURCES, UNSHIFTED, kept_apart
from featureshift.simulate import EVALUATION_CATEGORICAL, EVALUATION_CONTINUOUS


@pytest.mark.parametrize("source", SOURCES)
def test_a_number_gives_one_pair(source):
    first, again, other = (kept_apart(source, number) for number in (5, 5, 6))
    np.testing.assert_array_equal(first.query, again.query)
    np.testing.assert_array_equal(first.changed, again.changed)
    assert first.reference.shape != other.reference.shape
    assert FEATURES[0] <= len(first.changed) <= FEATURES[1]


def test_pairs_are_shifted_or_not_and_never_as_in_the_evaluation():
    pairs = [kept_apart("factors", number) for number in range(60)]
    shifted = [pair.manipulation for pair in pairs if pair.manipulation is not None]
    assert UNSHIFTED / 2 < 1 - len(shifted) / len(pairs) < 2 * UNSHIFTED
    assert not {*EVALUATION_CATEGORICAL, *EVALUATION_CONTINUOUS} & set(shifted)
    assert len(set(shifted)) > 5

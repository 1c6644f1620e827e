import numpy as np
import pytest

from featureshift.methods.fslnet.decision import HALF, needed_logit, own_cut
from featureshift.methods.trained import probability

CALIBRATION = {"cut": 1.0, "slope": 0.5}


def flagged(logits, calibration=CALIBRATION):
    return probability(logits) > own_cut(logits, calibration)


def test_the_needed_logit_is_a_line_in_the_log_of_the_width():
    widths = np.array([1, 10, 100, 1000])
    needed = [needed_logit(int(width), CALIBRATION) for width in widths]
    np.testing.assert_allclose(needed, 1.0 + 0.5 * np.log(widths))
    assert needed_logit(0, CALIBRATION) == needed_logit(1, CALIBRATION)


@pytest.mark.parametrize("calibration", [None, {}])
def test_without_a_calibration_the_cut_is_the_papers(calibration):
    assert own_cut(np.array([-9.0, -8.0]), calibration) == HALF
    assert flagged(np.array([-0.1, 0.1, 9.0]), calibration).tolist() == [False, True, True]


def test_nothing_is_flagged_until_the_highest_logit_is_higher_than_needed():
    for width in (1, 10, 1000):
        needed = needed_logit(width, CALIBRATION)
        logits = np.full(width, 0.1)  # each by itself above one half
        for highest, some in ((needed - 0.01, False), (needed, False), (needed + 0.01, True)):
            logits[0] = highest
            assert flagged(logits).any() == some


def test_once_anything_is_shifted_everything_above_one_half_is():
    logits = np.array([9.0, 0.1, -0.1, -9.0])
    assert flagged(logits).tolist() == [True, True, False, False]


def test_a_lenient_calibration_does_not_flag_what_is_less_likely_than_not():
    lenient = {"cut": -5.0, "slope": 0.0}
    for highest in (-6.0, -5.0, -4.0, -0.1):
        assert own_cut(np.array([highest, -9.0]), lenient) == HALF


def test_a_table_of_no_columns_has_a_cut():
    assert own_cut(np.array([]), CALIBRATION) == HALF

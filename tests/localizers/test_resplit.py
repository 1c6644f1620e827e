import numpy as np
import pytest

from featureshift.errors import OptionError
from featureshift.localizers.conditional import Deadline
from featureshift.localizers.resplit import (
    check_resplits,
    cut_of,
    null_maxima,
    random_splits,
    rule_note,
)


def test_random_splits_keep_the_sizes(rng):
    splits = random_splits(np.arange(30) < 10, 19, rng)
    assert splits.shape == (19, 30)
    assert (splits.sum(axis=1) == 10).all()
    assert len(np.unique(splits, axis=0)) == 19


def test_level_is_kept_when_nothing_is_shifted(rng):
    """The chance that any of five features exceeds the cut is 1 in 20, by exchangeability."""
    values = rng.normal(size=(4000, 20, 5))
    alarms = [(one[0] > cut_of(one[1:].max(axis=1), one[0])).any() for one in values]
    assert np.mean(alarms) == pytest.approx(0.05, abs=0.012)


def test_null_maxima_until_the_time_is_up(rng):
    splits, shares = random_splits(np.arange(8) < 4, 20, rng), []
    maxima = null_maxima(lambda s: s[:3].astype(float), splits, Deadline(None), shares.append)
    assert maxima.tolist() == splits[:, :3].max(axis=1).tolist()
    assert shares[-1] == 1
    assert null_maxima(lambda s: s[:3].astype(float), splits, Deadline(0.0)).size == 0


def test_notes_tell_the_level_that_was_reached():
    assert "95% quantile" in rule_note(19, "how").message
    assert "90% quantile" in rule_note(9, "how").message
    assert "nothing is flagged" in rule_note(0, "how").message


def test_too_few_splits_for_the_level_are_refused():
    with pytest.raises(OptionError, match="at least 19"):
        check_resplits(18)

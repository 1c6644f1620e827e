import numpy as np
import pytest

from featureshift.errors import OptionError
from featureshift.methods.baselines._shared.conditional import Deadline
from featureshift.methods.baselines._shared.null import relabelings
from featureshift.methods.baselines._shared.resplit import check_resplits, null_maxima, resplit_cut


def three_labels(splits):
    return splits[:, :3].astype(float)


def test_level_is_kept_when_nothing_is_shifted(rng):
    """The chance that any of five features exceeds the cut is 1 in 20, by exchangeability."""
    values = rng.normal(size=(4000, 20, 5))
    cuts = [resplit_cut(one[1:].max(axis=1), one[0], 19, "").threshold for one in values]
    assert np.mean(values[:, 0].max(axis=1) > cuts) == pytest.approx(0.05, abs=0.012)


@pytest.mark.parametrize("at_once", [1, 3, 50])
def test_null_maxima_until_the_time_is_up(rng, at_once):
    splits, shares = relabelings(np.arange(8) < 4, 20, rng), []
    maxima = null_maxima(three_labels, splits, Deadline(None), shares.append, at_once=at_once)
    assert maxima.tolist() == splits[:, :3].max(axis=1).tolist()
    assert shares[-1] == 1
    assert null_maxima(three_labels, splits, Deadline(0.0)).size == 0


def test_splits_that_a_statistic_gave_up_do_not_count(rng):
    splits, in_time = relabelings(np.arange(8) < 4, 20, rng), iter([5, 2])
    maxima = null_maxima(
        lambda few: three_labels(few)[: next(in_time)], splits, Deadline(None), at_once=5
    )
    assert maxima.tolist() == splits[:7, :3].max(axis=1).tolist()


def test_notes_tell_the_level_that_was_reached():
    def messages(n):
        return [note.message for note in resplit_cut(np.ones(n), np.ones(2), 19, "how").notes]

    assert "95% quantile" in messages(19)[0]
    assert len(messages(19)) == 1
    assert "9 of 19 random splits" in messages(9)[0]
    assert "90% quantile" in messages(9)[1]
    assert "nothing is flagged" in messages(0)[1]


def test_too_few_splits_for_the_level_are_refused():
    with pytest.raises(OptionError, match="at least 19"):
        check_resplits(18)

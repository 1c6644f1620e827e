import itertools

from benchmarks.publish.alarms import WIDTHS, alarms_by_width, band_name, count_alarms


def test_counts_pairs_and_features(make_row):
    rows = [make_row(n_features=10, n_flagged=n) for n in (0, 0, 3, 1)]
    found = count_alarms(rows)
    assert (found.pairs, found.alarmed, found.share) == (4, 2, 0.5)
    assert found.feature_share == 0.1


def test_bands_by_width_and_method(make_row):
    rows = [
        make_row(method="a", n_features=10, n_flagged=1),
        make_row(method="a", n_features=11, n_flagged=0),
        make_row(method="b", n_features=10_000, n_flagged=0),
    ]
    found = alarms_by_width(rows)
    assert found["a", WIDTHS[0]].share == 1
    assert found["a", WIDTHS[1]].share == 0
    assert found["b", WIDTHS[-1]].pairs == 1
    assert len(found) == 3


def test_a_cell_that_was_stopped_is_not_silence(make_row):
    stopped = make_row(status="timeout", reason="x", n_flagged=0)
    assert count_alarms([stopped, make_row(n_flagged=1)]).share == 1
    assert alarms_by_width([stopped]) == {}


def test_bands_join_without_a_gap_and_have_names_of_their_own():
    assert all(low[1] + 1 == high[0] for low, high in itertools.pairwise(WIDTHS))
    assert len({band_name(band) for band in WIDTHS}) == len(WIDTHS)

import dataclasses

import pytest

from benchmarks.publish.sweep import SweepRow


@pytest.mark.parametrize(
    ("f1_mean", "f1_max", "words"),
    [
        (0.5, 0.4, "so the mean is ahead."),
        (0.4, 0.5, "so the maximum is ahead."),
        (0.5, 0.504, "which is no difference."),
    ],
)
def test_the_better_reduction_is_looked_up(section, make_results, f1_mean, f1_max, words):
    pairs = ("mean", f1_mean), ("max", f1_max)
    sweep = tuple(SweepRow("u", reduce, 0.1, f1, f1, 7) for reduce, f1 in pairs)
    text = section("thresholds", dataclasses.replace(make_results({}), sweep=sweep))
    assert "on 7 tasks" in text
    assert words in text


def test_without_results_there_is_no_section(section, make_results):
    assert section("thresholds", make_results({})) == ""

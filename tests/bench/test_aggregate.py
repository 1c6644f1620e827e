import math

import numpy as np
import pytest

from featureshift.bench.aggregate import bootstrap_interval, compare, impute, summarize
from featureshift.errors import UnknownNameError


def task(dataset, manipulation="E1", fraction="0.05", seed=0):
    return f"{dataset}/{manipulation}/{fraction}/100xall/{seed}"


@pytest.fixture
def rows(make_row):
    """Method a: data set u scores 1, 0, 0.5 and v scores 1; method b: 0.5 everywhere."""
    f1 = {task("u", "E1"): 1.0, task("u", "E2"): 0.0, task("u", "E3"): 0.5, task("v", "E1"): 1.0}
    a = [make_row(method="a", task=t, f1=f, seconds=2.0) for t, f in f1.items()]
    b = [make_row(method="b", task=t, f1=0.5, seconds=1.0) for t in f1]
    return a + b


def test_mean_is_over_tasks_then_over_data_sets(rows):
    a, b = summarize(rows)
    assert (a.method, a.mean, a.median, a.n_tasks) == ("a", 0.75, 0.75, 4)
    assert (b.method, b.mean) == ("b", 0.5)
    assert (a.seconds_mean, a.seconds_max) == (2.0, 2.0)


@pytest.mark.parametrize(
    ("by", "expected"),
    [
        ("dataset", {"u": 0.5, "v": 1.0}),
        ("manipulation", {"E1": 1.0, "E2": 0.0, "E3": 0.5}),
        ("fraction", {"0.05": 0.75}),
    ],
)
def test_groupings(rows, by, expected):
    found = {s.group: s.mean for s in summarize(rows, by=by) if s.method == "a"}
    assert found == expected


def test_median_is_over_data_sets(make_row):
    rows = [
        make_row(task=task(name), f1=f1) for name, f1 in zip("uvw", (0.0, 0.9, 1.0), strict=True)
    ]
    (summary,) = summarize(rows)
    assert summary.median == pytest.approx(0.9)


def test_unfinished_cells_get_the_lowest_score_and_the_time_limit(make_row):
    unfinished = make_row(
        method="slow", status="timeout", f1=math.nan, seconds=1.0, time_limit=30.0
    )
    others = [make_row(method="x", f1=0.7), make_row(method="y", f1=0.4)]
    filled = impute([unfinished, *others])[0]
    assert (filled.f1, filled.seconds) == (0.4, 30.0)
    (summary,) = [s for s in summarize([unfinished, *others]) if s.method == "slow"]
    assert (summary.mean, summary.unfinished, summary.seconds_max) == (0.4, 1, 30.0)


def test_the_threshold_of_the_ablation_does_not_say_how_low_a_method_may_score(make_row):
    unfinished = make_row(method="slow", status="timeout", f1=math.nan)
    others = [make_row(method="x", f1=0.7), make_row(method="sm-threshold", f1=0.1)]
    assert impute([unfinished, *others])[0].f1 == 0.7


def test_a_comparison_imputes_from_all_methods(make_row):
    rows = [make_row(method=m, f1=f) for m, f in (("a", 0.9), ("c", 0.2))]
    rows.append(make_row(method="b", status="timeout", f1=math.nan))
    assert compare(rows, "a", "b").difference == pytest.approx(0.7)
    (shown,) = summarize(rows, methods=["b"])
    assert shown.mean == pytest.approx(0.2)


def test_tasks_without_a_score_do_not_count(make_row):
    rows = [
        make_row(method=m, task=task(name), auroc=a)
        for m in "ab"
        for name, a in (("u", 0.8), ("v", math.nan))
    ]
    comparison = compare(rows, "a", "b", metric="auroc")
    assert (comparison.n_tasks, comparison.difference) == (1, 0.0)
    with pytest.raises(UnknownNameError, match="metric"):
        compare(rows, "a", "b", metric="luck")


def test_a_task_nobody_finished_counts_as_zero(make_row):
    assert impute([make_row(status="crash", f1=math.nan)])[0].f1 == 0.0


def test_shared_timings_do_not_count(make_row):
    (summary,) = summarize([make_row(exclusive=False)])
    assert math.isnan(summary.seconds_mean)


def test_missing_scores_are_left_out_of_the_mean(make_row):
    rows = [make_row(auroc=0.8), make_row(task=task("u"), auroc=math.nan)]
    (summary,) = summarize(rows, metric="auroc")
    assert summary.mean == pytest.approx(0.8)


def test_bootstrap_interval_covers_the_mean_of_a_known_distribution():
    rng = np.random.default_rng(1)
    covered = 0
    for _ in range(200):
        low, high = bootstrap_interval([rng.normal(0, 1, 40), rng.normal(2, 1, 40)])
        covered += low <= 1.0 <= high
    # 95 % nominal; the binomial standard deviation of 200 trials is 1.5 %.
    assert 178 <= covered <= 199


def test_interval_of_equal_scores_is_a_point():
    assert bootstrap_interval([[0.5, 0.5], [0.5]]) == (0.5, 0.5)


def test_paired_comparison(rows):
    comparison = compare(rows, "a", "b")
    assert comparison.n_tasks == 4
    assert comparison.difference == pytest.approx(0.25)
    assert (comparison.wins, comparison.ties, comparison.losses) == (2, 1, 1)
    assert comparison.low <= 0.25 <= comparison.high
    swapped = compare(rows, "b", "a")
    assert swapped.difference == pytest.approx(-0.25)


def test_a_method_compared_with_itself(rows):
    assert math.isnan(compare(rows, "a", "a").p_value)


def test_unknown_names(rows):
    with pytest.raises(UnknownNameError, match="grouping"):
        summarize(rows, by="planet")
    with pytest.raises(UnknownNameError, match="metric"):
        summarize(rows, metric="luck")
    with pytest.raises(UnknownNameError, match="method with results 'c'"):
        compare(rows, "a", "c")

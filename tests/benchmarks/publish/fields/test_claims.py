import dataclasses

import pytest

from benchmarks.publish.fields.agreement import CLAIMS
from benchmarks.publish.fields.claim import COMPARED_THERE, OUR_SPEED
from featureshift.methods import METHODS


def claim(words):
    (found,) = [each for each in CLAIMS if words in each.says]
    return found


def scored(results, scores):
    """The results with F1 by (method, manipulation prefix) as given."""
    rows = tuple(
        dataclasses.replace(
            row,
            f1=next(
                (
                    f1
                    for (m, kind), f1 in scores.items()
                    if m == row.method and f"/{kind}" in row.task
                ),
                row.f1,
            ),
        )
        for row in results.rows
    )
    return dataclasses.replace(results, rows=rows).comparisons[next(iter(results.comparisons))]


def test_methods_have_their_registered_names():
    assert set(COMPARED_THERE) <= set(METHODS)
    assert {m for each in CLAIMS for m in each.methods} <= set(METHODS)


def test_a_claim_on_methods_that_were_not_run_has_no_verdict(make_results):
    compared = make_results({"graphnet": 0.9, "datafix": 0.8}, suites=("methods",)).comparisons[
        "methods"
    ]
    assert claim("FSL-Net has the highest").verdict(compared) is None
    assert claim("fails at E10").verdict(compared) is None  # no categorical table in the suite
    assert claim("longest runtime of DataFix").verdict(compared) is not None


@pytest.mark.parametrize(("f1", "holds"), [(0.8, True), (0.6, False)])
def test_the_highest_is_among_the_papers_methods(make_results, f1, holds):
    methods = dict.fromkeys(COMPARED_THERE, 0.7) | {"graphnet": 0.99, "fslnet": f1}
    compared = make_results(methods, suites=("methods",)).comparisons["methods"]
    verdict = claim("FSL-Net has the highest").verdict(compared)
    assert verdict.holds is holds
    assert "graphnet" not in verdict.numbers


@pytest.mark.parametrize(("f1", "holds"), [(0.0, True), (0.2, False)])
def test_filters_at_joint_shifts(make_results, f1, holds):
    results = make_results({"mrmr": 0.4, "fast-cmim": 0.4}, suites=("methods",))
    flat = {(m, kind): 0.0 for m in ("mrmr", "fast-cmim") for kind in ("E3", "E8")}
    compared = scored(results, flat | {("mrmr", "E8"): f1})
    assert claim("Fast-CMIM fail entirely").verdict(compared).holds is holds


@pytest.mark.parametrize(
    ("weak", "holds"), [({"E4.2", "E9"}, True), ({"E4.2", "E5"}, False), (set(), False)]
)
def test_where_fslnet_is_behind(make_results, weak, holds):
    results = make_results({"fslnet": 0.9, "datafix": 0.8}, suites=("methods",))
    compared = scored(results, {("fslnet", kind): 0.2 for kind in weak})
    verdict = claim("behind DataFix").verdict(compared)
    assert verdict.holds is holds
    assert all(kind in verdict.numbers for kind in weak)


@pytest.mark.parametrize(
    ("order", "holds"), [(("fslnet", "datafix"), True), (("datafix", "fslnet"), False)]
)
def test_who_is_faster(make_results, order, holds):
    compared = make_results(dict.fromkeys(order, 0.9), suites=("methods",)).comparisons["methods"]
    assert claim("faster than DataFix").verdict(compared).holds is holds


def test_speed_after_select_k_best_with_mutual_information_on_either_side(make_results):
    def verdict(*fastest):
        order = dict.fromkeys((*fastest, *COMPARED_THERE), 0.5)
        compared = make_results(order, suites=("methods",)).comparisons["methods"]
        return claim("second in speed").verdict(compared).holds

    assert verdict("select-k-best", "mutual-info", "fslnet", "datafix")
    far = "datafix", "graphnet", "sm-threshold"  # none of these three is compared by speed
    assert not verdict("select-k-best", "fslnet", *far, "mb-sm", "mutual-info")
    assert verdict("select-k-best", "fslnet", "mutual-info", "datafix")
    assert verdict("graphnet", "select-k-best", "fslnet", "mutual-info")
    assert not verdict("select-k-best", "datafix", "fslnet", "mutual-info")


def test_filters_are_also_judged_at_shifts_of_single_columns(make_results):
    methods = {"mutual-info": 0.9, "select-k-best": 0.1, "datafix": 0.5, "mb-sm": 0.4}
    results = make_results(methods, suites=("methods",))
    verdict = claim("localize poorly").verdict(results.comparisons["methods"])
    assert not verdict.holds
    assert "without E3 and E8 `select-k-best` 0.088 and `mutual-info` 0.888" in verdict.numbers
    poor = make_results(methods | {"mutual-info": 0.2}, suites=("methods",))
    assert claim("localize poorly").verdict(poor.comparisons["methods"]).holds


def test_every_claim_has_a_verdict_on_rich_results(make_results):
    compared = make_results(suites=("local",)).comparisons["local"]
    assert claim("on wide tables").verdict(compared) is None  # none of the made-up ones is wide
    for each in CLAIMS:
        if "wide tables" not in each.says:
            assert each.verdict(compared).numbers


@pytest.mark.parametrize(("f1", "holds"), [(0.9, True), (0.6, False)])
def test_fslnet_beside_the_conditional_tests(make_results, f1, holds):
    methods = {"fslnet": f1, "knn-ks": 0.7, "mb-sm": 0.5, "mb-ks": 0.4, "deep-sm": 0.3}
    compared = make_results(methods, suites=("methods",)).comparisons["methods"]
    assert claim("given the number").verdict(compared).holds is holds


@pytest.mark.parametrize(("f1", "holds"), [(0.9, True), (0.6, False)])
def test_wide_tables_are_told_by_their_columns(make_results, f1, holds):
    methods = dict.fromkeys(COMPARED_THERE, 0.7) | {"fslnet": 0.5}
    results = make_results(methods, suites=("local",))
    rows = tuple(
        dataclasses.replace(row, n_features=10_000, f1=f1 if row.method == "fslnet" else row.f1)
        if row.task.startswith("founders_sim/")
        else row
        for row in results.rows
    )
    compared = dataclasses.replace(results, rows=rows).comparisons["local"]
    verdict = claim("on wide tables").verdict(compared)
    assert verdict.holds is holds
    assert verdict.numbers.startswith(f"founders_sim: `fslnet` {f1:.3f}")
    assert "gas" not in verdict.numbers


@pytest.mark.parametrize(
    ("order", "holds"),
    [(("fslnet", "mrmr", "fast-cmim"), True), (("mrmr", "fslnet", "fast-cmim"), False)],
)
def test_whether_greedy_filters_scale(make_results, order, holds):
    compared = make_results(dict.fromkeys(order, 0.5), suites=("methods",)).comparisons["methods"]
    verdict = claim("do not scale").verdict(compared)
    assert verdict.holds is holds
    assert verdict.why == OUR_SPEED


@pytest.mark.parametrize(("outlier", "holds"), [(0.0, True), (1.0, False)])
def test_medians_of_conditional_tests(make_results, outlier, holds):
    methods = dict.fromkeys(("mb-sm", "mb-ks", "knn-ks", "deep-sm"), 0.7)
    results = make_results(methods, suites=("methods",))
    rows = tuple(
        dataclasses.replace(row, f1=outlier) if row.task.startswith("gas/") else row
        for row in results.rows
    )
    compared = dataclasses.replace(results, rows=rows).comparisons["methods"]
    assert claim("by the median than by the mean").verdict(compared).holds is holds


def test_times_are_compared_where_rows_are_equal(make_results):
    results = make_results({"fslnet": 0.9, "datafix": 0.8}, suites=("methods",))
    few = tuple(
        dataclasses.replace(row, rows_reference=7) if row.method == "datafix" else row
        for row in results.rows
    )
    assert claim("faster than DataFix").verdict(results.comparisons["methods"]) is not None
    assert (
        claim("faster than DataFix").verdict(
            dataclasses.replace(results, rows=few).comparisons["methods"]
        )
        is None
    )


def test_a_table_that_datafix_never_finished_does_not_make_fslnet_comparable(make_results):
    results = make_results({"fslnet": 0.6, "datafix": 0.9}, suites=("methods",))
    late = tuple(
        dataclasses.replace(row, status="timeout", reason="x")
        if row.method == "datafix" and row.task.startswith("covid/")
        else row
        for row in results.rows
    )
    found = claim("comparable to DataFix").verdict(
        dataclasses.replace(results, rows=late).comparisons["methods"]
    )
    assert "difference -0.300" in found.numbers
    assert "on 2 tables of which `datafix` finished most tasks" in found.numbers
    assert not found.holds


@pytest.mark.parametrize(("late", "holds"), [(5.0, True), (1.5, False)])
def test_runtimes_are_compared_within_a_table(make_results, late, holds):
    """Tables of other sizes take other times anyway."""
    results = make_results({"datafix": 0.9}, suites=("methods",))
    rows = tuple(
        dataclasses.replace(row, seconds=late * row.seconds)
        if row.task.startswith("gas/E1/0.05")
        else row
        for row in results.rows
    )
    compared = dataclasses.replace(results, rows=rows).comparisons["methods"]
    verdict = claim("longest runtime of DataFix").verdict(compared)
    assert verdict.holds is holds
    assert verdict.numbers.startswith("1 of 3: gas" if holds else "0 of 3")


@pytest.mark.parametrize(("f1", "holds"), [(0.9, True), (0.695, True), (0.6, False)])
def test_the_median_beside_datafix(make_results, f1, holds):
    compared = make_results({"fslnet": f1, "datafix": 0.7}, suites=("methods",)).comparisons[
        "methods"
    ]
    assert claim("By the median, FSL-Net matches").verdict(compared).holds is holds


def test_the_median_beside_conditional_tests(make_results):
    methods = dict.fromkeys(("mb-sm", "mb-ks", "knn-ks", "deep-sm"), 0.7) | {"fslnet": 0.8}
    results = make_results(methods, suites=("methods",))
    low = tuple(
        dataclasses.replace(row, f1=0.0)
        if row.method == "fslnet" and row.task.startswith("gas/")
        else row
        for row in results.rows
    )
    compared = dataclasses.replace(results, rows=low).comparisons["methods"]
    assert claim("By the median too").verdict(compared).holds
    assert not claim("given the number").verdict(compared).holds


@pytest.mark.parametrize(("better", "holds"), [("E9", True), ("E5", False)])
def test_where_anybody_is_ahead_of_fslnet(make_results, better, holds):
    methods = dict.fromkeys(COMPARED_THERE, 0.5) | {"fslnet": 0.8, "datafix": 0.7}
    results = make_results(methods, suites=("methods",))
    verdict = claim("behind none").verdict(scored(results, {("mrmr", better): 0.95}))
    twice = scored(results, {("mrmr", "E5"): 0.95, ("mrmr", "E2"): 0.95, ("datafix", "E9"): 0.95})
    assert (
        claim("behind none").verdict(twice).numbers
        == "behind `datafix` at E9 and `mrmr` at E2 and E5"
    )
    assert verdict.holds is holds
    assert verdict.numbers == f"behind `mrmr` at {better}"
    assert claim("behind none").verdict(results.comparisons["methods"]).numbers == "behind nowhere"


def test_e10_is_judged_on_tables_that_were_finished(make_results):
    methods = dict.fromkeys(COMPARED_THERE, 0.1) | {"datafix": 0.9, "fslnet": 0.6}
    results = make_results(methods, suites=("local",))

    def change(row):
        if not row.task.startswith("founders_sim/"):
            return row
        late = {"status": "timeout", "reason": "x"} if row.method == "datafix" else {}
        return dataclasses.replace(row, n_features=10_000, **late)

    late = tuple(map(change, results.rows))
    compared = dataclasses.replace(results, rows=late).comparisons["local"]
    verdict = claim("fails at E10").verdict(compared)
    assert verdict.numbers == "`datafix` 0.900 on w8a_binary"
    assert not verdict.holds
    assert claim("finds E10").verdict(compared).holds
    wide = claim("on wide tables").verdict(compared)
    assert "(`datafix` finished fewer than half)" in wide.numbers


def test_without_a_table_that_datafix_finished_there_is_no_verdict_on_it(make_results):
    results = make_results({"datafix": 0.9, "fslnet": 0.6}, suites=("local",))
    late = tuple(
        dataclasses.replace(row, status="timeout", reason="x") if row.method == "datafix" else row
        for row in results.rows
    )
    compared = dataclasses.replace(results, rows=late).comparisons["local"]
    for words in ("comparable to DataFix", "fails at E10", "behind DataFix"):
        assert claim(words).verdict(compared) is None


@pytest.mark.parametrize(("f1", "holds"), [(0.6, True), (0.4, False)])
def test_whether_fslnet_finds_e10(make_results, f1, holds):
    compared = make_results({"fslnet": f1}, suites=("local",)).comparisons["local"]
    assert claim("finds E10").verdict(compared).holds is holds


@pytest.mark.parametrize(("f1", "holds"), [(0.6, True), (0.4, False)])
def test_greedy_filters_at_shifts_of_single_columns(make_results, f1, holds):
    results = make_results({"mrmr": f1, "fast-cmim": 0.8}, suites=("methods",))
    flat = {(m, kind): 0.0 for m in ("mrmr", "fast-cmim") for kind in ("E3", "E8")}
    verdict = claim("do well at shifts").verdict(scored(results, flat))
    assert verdict.holds is holds


@pytest.mark.parametrize(("first", "holds"), [(("fslnet",), True), (("mb-ks", "fslnet"), False)])
def test_speed_beside_conditional_tests(make_results, first, holds):
    order = dict.fromkeys((*first, "mb-sm", "mb-ks", "knn-ks", "deep-sm"), 0.5)
    compared = make_results(order, suites=("methods",)).comparisons["methods"]
    verdict = claim("faster than the conditional").verdict(compared)
    assert verdict.holds is holds
    assert "on gas, covid and energy" in verdict.numbers

import dataclasses

from featureshift.bench.give_up import UNTRIED


def test_the_winner_is_looked_up(section, make_results):
    two = {"graphnet": 0.9, "datafix": 0.6}
    first = section("suites", make_results(two, suites=("methods",)))
    assert "`graphnet` has the highest mean F1, 0.890, followed by `datafix` with 0.590" in first
    assert "beyond chance" in first
    assert "90 won, 0 tied, 0 lost" in first
    other = section("suites", make_results(two | {"datafix": 0.95}, suites=("methods",)))
    assert "`datafix` has the highest mean F1, 0.940" in other


def test_a_draw_is_within_chance(section, make_results):
    text = section("suites", make_results({"graphnet": 0.9, "mb-sm": 0.9}, suites=("methods",)))
    assert "0 won, 90 tied, 0 lost), which is within chance" in text
    assert "10 of 10 manipulations and 3 of 3 data sets" in text


def test_speed_is_asked_of_accurate_methods(section, make_results):
    methods = {"select-k-best": 0.3, "graphnet": 0.9, "mb-sm": 0.89}  # from fast to slow
    text = section("suites", make_results(methods, suites=("methods",)))
    assert "Fastest is `select-k-best`" in text
    assert "(`graphnet` and `mb-sm`) it is `graphnet`" in text


def test_univariate_methods_are_told_apart_at_joint_shifts(section, make_results):
    results = make_results({"graphnet": 0.9, "mrmr": 0.4}, suites=("methods",))
    assert "E3 and E8 change only relations" in section("suites", results)
    assert "at most 0.400 there, the others 0.900 (`graphnet`)" in section("suites", results)


def test_groups_in_which_another_is_better_are_named(section, make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("methods",))
    rows = tuple(
        dataclasses.replace(row, f1=1.0) if row.method == "mb-sm" and "/E9/" in row.task else row
        for row in results.rows
    )
    text = section("suites", dataclasses.replace(results, rows=rows))
    assert "9 of 10 manipulations (not E9, 0.900 against 1.000 of `mb-sm`)" in text


def test_the_hardest_is_told_by_columns_that_changed(section, make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("methods",))
    rows = tuple(
        dataclasses.replace(row, changed_f1=0.3 if "/E9/" in row.task else 0.8)
        for row in results.rows
    )
    text = section("suites", dataclasses.replace(results, rows=rows))
    assert (
        "The hardest manipulation is E9, where the best method reaches 0.300 over the columns"
        in text
    )


def test_more_rows_than_others_are_told(section, make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5, "mrmr": 0.4}, suites=("methods",))
    assert "more rows" not in section("suites", results)
    rows = tuple(
        dataclasses.replace(row, rows_reference=7)
        if row.method == "mrmr" and "gas" in row.task
        else row
        for row in results.rows
    )
    text = section("suites", dataclasses.replace(results, rows=rows))
    assert "In 30 of 90 tasks it had more rows than some of the others (1 of 2 methods)" in text


def test_the_leader_is_judged_again_without_tables_that_were_hardly_finished(section, make_results):
    methods = {"graphnet": 0.9, "knn-ks": 0.8, "mrmr": 0.1}
    results = make_results(methods, suites=("methods",))

    def stops(row):
        late = row.method == "knn-ks" and row.task.startswith("gas") and "/E1/" not in row.task
        return (
            {"status": "timeout", "reason": "x" if "/E2/" in row.task else UNTRIED} if late else {}
        )

    rows = tuple(dataclasses.replace(row, **stops(row)) for row in results.rows)
    text = section("suites", dataclasses.replace(results, rows=rows))
    assert "tasks were finished by `knn-ks` on gas (6 of 30 tried); unfinished" in text
    assert "On the other 2 data sets the mean F1 is" in text
    assert "`graphnet` 0.890 and `knn-ks` 0.790; `graphnet` and `knn-ks` differ by +0.100" in text


def test_nobody_to_compare_with(section, make_results):
    text = section("suites", make_results({"graphnet": 0.9}, suites=("methods",)))
    assert "| `graphnet` | 0.890 |" in text
    assert "has the highest mean F1" not in text
    assert "Fastest" not in text

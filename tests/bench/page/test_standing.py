import dataclasses

from featureshift.bench.page.standing import standing


def basis_of(results):
    return results.bases["methods"]


def test_the_winner_is_looked_up(make_results):
    two = {"graphnet": 0.9, "datafix": 0.6}
    first = standing(basis_of(make_results(two, suites=("methods",))))
    assert "`graphnet` has the highest mean F1, 0.890, and `datafix` follows with 0.590" in first
    assert "beyond chance" in first
    assert "90 won, 0 tied, 0 lost" in first
    other = standing(basis_of(make_results(two | {"datafix": 0.95}, suites=("methods",))))
    assert "`datafix` has the highest mean F1, 0.940" in other


def test_a_draw_is_within_chance(make_results):
    text = standing(basis_of(make_results({"graphnet": 0.9, "mb-sm": 0.9}, suites=("methods",))))
    assert "0 won, 90 tied, 0 lost), which is within chance" in text
    assert "10 of 10 manipulations, and in 3 of 3 data sets" in text


def test_speed_is_asked_of_accurate_methods(make_results):
    methods = {"select-k-best": 0.3, "graphnet": 0.9, "mb-sm": 0.89}  # from fast to slow
    text = standing(basis_of(make_results(methods, suites=("methods",))))
    assert "Fastest is `select-k-best`" in text
    assert "(`graphnet` and `mb-sm`) it is `graphnet`" in text


def test_univariate_methods_are_told_apart_at_joint_shifts(make_results):
    results = make_results({"graphnet": 0.9, "mrmr": 0.4}, suites=("methods",))
    assert "E3 and E8 change relations" in standing(basis_of(results))
    assert "at most 0.400 there, `graphnet` 0.900" in standing(basis_of(results))


def test_groups_in_which_another_is_better_are_named(make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("methods",))
    rows = tuple(
        dataclasses.replace(row, f1=1.0) if row.method == "mb-sm" and "/E9/" in row.task else row
        for row in results.rows
    )
    text = standing(basis_of(dataclasses.replace(results, rows=rows)))
    assert "9 of 10 manipulations (not E9, 0.900 against 1.000 of `mb-sm`)" in text
    assert "Hardest is E4.1, where the best method reaches 0.800" in text


def test_nobody_to_compare_with(make_results):
    assert standing(basis_of(make_results({"graphnet": 0.9}, suites=("methods",)))) == ""

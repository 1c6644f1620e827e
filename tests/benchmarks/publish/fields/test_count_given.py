import dataclasses


def test_given_and_alone_are_compared_on_the_same_tasks(section, make_results, make_row):
    results = make_results({"mrmr": 0.4}, suites=("methods",))
    given = tuple(
        make_row(task=row.task, method="mrmr", f1=1.0)
        for row in results.rows
        if row.task.startswith("gas/E4.1")
    )
    text = section("count_given", dataclasses.replace(results, count_given=given))
    assert "| `mrmr` | 0.300 | 1.000 | 3 | gas |" in text


def test_without_results_there_is_no_section(section, make_results):
    assert section("count_given", make_results({})) == ""

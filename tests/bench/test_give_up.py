from featureshift.bench.give_up import UNTRIED, GiveUpRule
from featureshift.bench.task import Task

TASK = Task("mnist", "E1", 0.1, 1000, 0, 0)


def late(make_row, task=TASK, reason="not finished after 3 s"):
    return make_row(task=task.id, method="m", status="timeout", reason=reason, f1=float("nan"))


def test_other_shifts_of_a_table_count_and_other_tables_and_methods_do_not(make_row):
    rule = GiveUpRule(1, [late(make_row)])
    assert rule.applies_to("m", Task("mnist", "E2", 0.05, 1000, 0, 3))
    assert not rule.applies_to("m", Task("mnist", "E1", 0.1, 500, 0, 0))
    assert not rule.applies_to("m", Task("coil20", "E1", 0.1, 1000, 0, 0))
    assert not rule.applies_to("other", TASK)


def test_what_is_too_long_for_a_part_of_a_table_is_too_long_for_more_of_it(make_row):
    rule = GiveUpRule(1, [late(make_row, Task("s", "none", 0.0, 1000, 128, 0))])
    over = {
        (rows, columns): rule.applies_to("m", Task("s", "none", 0.0, rows, columns, 1))
        for rows in (500, 1000, 5000)
        for columns in (64, 128, 512, 0)
    }
    assert {size for size, given_up in over.items() if given_up} == {
        (rows, columns) for rows in (1000, 5000) for columns in (128, 512, 0)
    }


def test_what_was_not_tried_is_no_further_reason_to_give_up(make_row):
    rule = GiveUpRule(2, [late(make_row), late(make_row, reason=f"{UNTRIED}: 1 other")])
    assert not rule.applies_to("m", TASK)
    rule.record(late(make_row))
    assert rule.applies_to("m", TASK)


def test_an_error_is_no_timeout_and_none_never_gives_up(make_row):
    failed = make_row(task=TASK.id, method="m", status="error", reason="x", f1=float("nan"))
    assert not GiveUpRule(1, [failed]).applies_to("m", TASK)
    assert not GiveUpRule(None, [late(make_row)] * 50).applies_to("m", TASK)

import numpy as np

from featureshift.explain.dates.delays import delay_change

from .building import date_case


def test_a_few_hours_show_in_the_delay_to_another_date(rng):
    case = date_case(rng, lambda t: {"sent": t["sent"] + 4 * 3600}, name="sent")
    column = case.column
    assert [partner.feature for partner in case.close_dates] == ["when"]
    assert delay_change(column.reference, column.query, case.close_dates) > 6
    moved = column.reference + 4 * 3600
    assert delay_change(moved, column.query, case.close_dates) < 3


def test_a_partner_that_changed_far_away_is_no_matter(rng):
    case = date_case(rng, lambda t: {"born": t["born"] * 0.5})
    assert {partner.feature for partner in case.close_dates} == {"sent"}
    assert abs(case.identity_change) < 4


def test_no_other_date_no_change(rng):
    column = date_case(rng, lambda _: {}).column
    assert delay_change(column.reference, column.query, ()) == 0
    gone = np.full(len(column.query), np.nan)
    assert delay_change(column.reference, gone, ()) == 0

from dataclasses import replace

import pytest

from featureshift.explain import Change, Partner
from featureshift.explain.diagnoses import DIAGNOSES
from featureshift.explain.evidence import CONFIDENCES, KINDS
from featureshift.explain.next_steps import NEXT_STEPS
from featureshift.report.words import (
    CONFIDENCE_DOTS,
    KIND_WORDS,
    changed_numbers,
    changed_relations,
    confidence_of,
    sentence,
    what_happened,
    what_next,
)

from .made import column, numeric_chart, only_where, passenger


def test_every_code_has_words():
    assert set(KIND_WORDS) == set(KINDS)
    assert set(CONFIDENCE_DOTS) == set(CONFIDENCES)


def test_every_diagnosis_has_a_next_step():
    assert set(NEXT_STEPS) == {*DIAGNOSES, "constant", "population", "moved-together", "unclear"}


def test_a_card_ends_with_what_to_do():
    assert what_next(column("a", 1.0)) in NEXT_STEPS.values()
    assert what_next(passenger(of=("a", "b"))) == "Begin with a, b: this column may be sound."


@pytest.mark.parametrize(("text", "said"), [("a b", "A b."), ("Done.", "Done."), ("", ".")])
def test_sentence(text, said):
    assert sentence(text) == said


def test_a_passenger_is_told_by_its_culprits():
    both = passenger(of=("a", "b"))
    assert what_happened(both) == "follows a, b: a passenger, not a culprit"
    assert confidence_of(both) == "passenger"


def test_numbers_are_formatted_as_what_they_are():
    assert [tuple(line)[2:] for line in changed_numbers(column("a", 1.0), 8)] == [
        ("98.2", "5.46"),
        ("15", "0.834"),
        ("8%", "31%"),
    ]


def test_instants_are_dates_and_spreads_are_not():
    chart = replace(numeric_chart(), edges=tuple(1.7e9 + 1e6 * i for i in range(21)))
    changes = (
        Change("mean", 1.705e9, 1.71e9, unit="instant"),
        Change("standard deviation", 1.7e9, 3600.0, unit="duration"),
        Change("distinct values", 1.701e9, 12.0, unit="count"),
        Change("median time of day", 34200.0, 61200.0, unit="time of day"),
    )
    when = column("when", 1.0, chart=chart, changes=changes)
    lines = [(line.reference, line.query) for line in changed_numbers(when, 8, dated=True)]
    assert lines == [
        ("2024-01-11", "2024-03-09"),
        ("19,676 days", "1 hour"),
        ("1,701,000,000", "12"),
        ("09:30", "17:00"),
    ]


def test_relations_that_did_not_change_are_left_out():
    partners = tuple(Partner(n, "correlation", 0.5, q) for n, q in (("b", 0.1), ("c", 0.49)))
    lines = list(changed_relations(column("a", 1.0, partners=partners), 5))
    assert [(line.what, line.partner) for line in lines] == [("correlation with", "b")]


def test_the_rows_are_told_with_what_happened_in_them():
    confined = column("x", 1.0, words="values are doubled", where=only_where("region", "w"))
    said = "values are doubled, only where region = 'w' (48% of the rows)"
    assert what_happened(confined) == said


def test_what_reads_the_same_did_not_change():
    changes = Change("mean", 4.0, 5.0), Change("share of 'f'", 0.4901, 0.4899, share=True)
    lines = changed_numbers(column("a", 1.0, changes=changes), 8)
    assert [line.what for line in lines] == ["mean"]

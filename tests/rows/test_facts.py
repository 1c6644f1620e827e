"""Facts about rows are told once, in plain words."""

import numpy as np
import pytest

from featureshift import Localization, localize
from featureshift.engines.reading import read_pair
from featureshift.rows.facts import TableFacts, look_at_rows


def facts_of(reference, query, **options):
    return look_at_rows(read_pair(reference, query, **options))[1]


def test_ordinary_tables_have_nothing_to_tell(rng):
    facts = facts_of(*rng.normal(size=(2, 500, 4)))
    assert facts.notes == ()
    assert facts.rows_are_independent


def test_copies(rng):
    reference, query = rng.normal(size=(2, 500, 4))
    (note,) = facts_of(reference, np.concatenate([query, query[:100]])).notes
    assert note.code == "duplicate-rows"
    assert note.column is None
    assert "0.0% of the reference, 16.7% of the query" in note.message


def test_copies_are_a_fault_where_they_are_more_than_before(rng):
    fresh, other = rng.normal(size=(2, 500, 4))
    doubled = np.concatenate([fresh, fresh[:100]])
    assert [note.code for note in facts_of(other, doubled).faults] == ["duplicate-rows"]
    assert facts_of(doubled, other).faults == ()
    assert facts_of(doubled, doubled).faults == ()


def test_too_few_rows_are_a_fault_and_dependence_is_none(rng):
    few = facts_of(rng.normal(size=(500, 4)), rng.normal(size=(3, 4)))
    assert [note.code for note in few.faults] == ["too-few-rows"]
    series = np.repeat(rng.normal(size=(2, 300, 4)), 10, axis=1) + 1e-3 * rng.normal(
        size=(2, 3000, 4)
    )
    facts = facts_of(*series)
    assert facts.notes
    assert facts.faults == ()


def test_dependence_says_what_the_rows_are_worth(rng):
    reference, query = np.repeat(rng.normal(size=(2, 300, 4)), 10, axis=1)
    reference += 1e-3 * rng.normal(size=reference.shape)  # no copies
    facts = facts_of(reference, query + 1e-3 * rng.normal(size=query.shape))
    assert facts.effective_rows_reference == pytest.approx(300, rel=0.35)
    (note,) = facts.notes
    assert note.message.startswith("rows are not independent: effective rows ")
    assert note.message.endswith(" of 3,000 in the reference")


def test_few_rows(rng):
    (note,) = facts_of(rng.normal(size=(500, 4)), rng.normal(size=(3, 4))).notes
    assert note.message == "too few rows to judge (500 and 3; 10 of each are needed)"


def test_a_result_keeps_them(rng):
    result = localize(rng.normal(size=(500, 4)), rng.normal(size=(3, 4)))
    assert result.status == "too few rows"
    assert result.table == TableFacts(500, 3, 0.0, 0.0, True, 0.0, 0.0, 0.0, 0.0, 500, True)
    again = Localization.from_json(result.to_json())
    assert again.table == result.table
    assert again.status == result.status


def test_results_saved_without_them_still_load(rng):
    saved = localize(*rng.normal(size=(2, 100, 3))).to_dict()
    del saved["table"]
    assert Localization.from_dict(saved).table is None

from dataclasses import replace

import pandas as pd

from featureshift.repair import Hint, repair_hints
from featureshift.rows.facts import TableFacts
from featureshift.tables.schema import ChangeKind, SchemaChange, SchemaVerdict
from tests.repair.made import explained, result_of

COPIED = TableFacts(100, 120, 0.0, 0.2, False, 0.0, 0.0, 0.0, 0.0, 100, False)


def test_only_what_is_sure_and_can_be_undone():
    result = result_of(
        explained("x", "scale", numbers={"factor": 2.54}),
        explained("y", "offset", confidence="medium", numbers={"offset": 3.0}),
        explained("z", "noise"),
    )
    hint = Hint(("x",), "divided by 2.54", ('repaired["x"] = query["x"] / 2.54',))
    assert repair_hints(result, result.explain()) == (hint,)


def test_the_explanation_that_is_given_counts():
    result = result_of(explained("x", "scale", numbers={"factor": 2.0}))
    other = result_of(explained("x", "noise")).explain()
    assert repair_hints(result, other) == ()


def test_an_exchange_is_one_hint_of_two_columns():
    columns = [explained(a, "swapped", renames={a: b}) for a, b in ("xy", "yx")]
    result = result_of(*columns)
    (hint,) = repair_hints(result, result.explain())
    assert hint.columns == ("x", "y")
    names = {"query": pd.DataFrame({"x": [1], "y": [2]}), "repaired": pd.DataFrame()}
    exec("\n".join(hint.code), names)
    assert (names["repaired"]["x"][0], names["repaired"]["y"][0]) == (2, 1)


def test_schema_and_rows_come_after_shifted_columns():
    changes = (
        SchemaChange(ChangeKind.NUMBERS_AS_TEXT, "y", "type changed"),
        SchemaChange(ChangeKind.RENAMED, "a", "renamed", other="b"),
    )
    result = result_of(explained("x", "scale", numbers={"factor": 2.0}), table=COPIED)
    result = replace(result, schema=SchemaVerdict(changes))
    given = result_of(explained("x", "scale", numbers={"factor": 2.0})).explain()
    hints = repair_hints(result, given)
    assert [hint.columns for hint in hints] == [("x",), ("y",), ("a",), ()]
    assert hints[2].code == ('repaired = repaired.rename(columns={"b": "a"})',)
    assert hints[3].words == "rows that repeat an earlier one are dropped"


def test_numbers_that_are_still_text_are_not_computed_with():
    change = SchemaChange(ChangeKind.NUMBERS_AS_TEXT, "x", "type changed")
    result = result_of(explained("x", "scale", numbers={"factor": 2.0}))
    given = result.explain()
    (hint,) = repair_hints(replace(result, schema=SchemaVerdict((change,))), given)
    line = '# "x": result.repair(query) reads its text as numbers, then: divided by 2'
    assert hint.code == (line,)

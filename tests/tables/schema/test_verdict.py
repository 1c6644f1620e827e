import json

from featureshift.tables.schema import ChangeKind, SchemaChange, SchemaVerdict

GONE = SchemaChange(ChangeKind.MISSING, "a", "is missing in the query")
TYPE = SchemaChange(ChangeKind.TYPE, "b", "type changed: number -> text")
TEXT = SchemaChange(ChangeKind.NUMBERS_AS_TEXT, "c", "type changed: number -> text")
NAME = SchemaChange(ChangeKind.RENAMED, "d", "is probably called 'e' now", other="e")
ORDER = SchemaChange(ChangeKind.ORDER, None, "columns stand in another order", "harmless")


def test_nothing_changed():
    assert not SchemaVerdict().broken
    assert SchemaVerdict().headline == ""


def test_breaking_changes_come_first_in_the_order_of_the_kinds():
    verdict = SchemaVerdict((ORDER, TYPE, NAME, GONE))
    assert verdict.changes == (GONE, NAME, TYPE, ORDER)
    assert verdict.breaking == (GONE, NAME, TYPE)


def test_types_are_counted_together():
    verdict = SchemaVerdict((GONE, TEXT, TYPE, ORDER))
    assert verdict.headline == "1 column missing, 2 changed type"


def test_a_headline_stays_short():
    kinds = ChangeKind.NEW, ChangeKind.TYPE, ChangeKind.DICTIONARY, ChangeKind.EMPTY
    verdict = SchemaVerdict((*(SchemaChange(kind, "a", "") for kind in kinds), GONE))
    assert verdict.headline == "1 column missing, 1 new, 3 more changed"


def test_harmless_changes_break_nothing():
    assert not SchemaVerdict((ORDER,)).broken
    assert SchemaVerdict((ORDER,)).headline == ""


def test_both_names_of_a_renamed_column_are_broken():
    assert SchemaVerdict((NAME, ORDER)).broken_columns == {"d", "e"}


def test_it_survives_json():
    verdict = SchemaVerdict((ORDER, TYPE, NAME, GONE))
    saved = json.loads(json.dumps(verdict.to_dict()))
    assert SchemaVerdict.from_dict(saved) == verdict
    saved["changes"][0]["since"] = "a later version"
    assert SchemaVerdict.from_dict(saved) == verdict


def test_every_kind_is_counted():
    for kind in ChangeKind:
        assert SchemaVerdict((SchemaChange(kind, "a", ""),)).headline.startswith("1 column ")

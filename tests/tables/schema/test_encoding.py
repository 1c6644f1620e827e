from collections import Counter

from featureshift.tables.arrow import hash_text
from featureshift.tables.scan import Levels
from featureshift.tables.schema.encoding import changed_encoding


def levels(*texts):
    return Levels(Counter({hash_text(t): 9 for t in texts}), {hash_text(t): t for t in texts})


RIGHT = levels("Zürich", "Köln", "Oslo")
WRONG = levels("ZÃ¼rich", "KÃ¶ln", "Oslo")


def test_either_side_may_be_broken():
    assert "'Köln' -> 'KÃ¶ln'" in changed_encoding("c", RIGHT, WRONG).message
    found = changed_encoding("c", WRONG, RIGHT)
    assert "'KÃ¶ln' -> 'Köln'" in found.message
    assert found.message.endswith("in the reference")


def test_lost_letters_are_found_in_the_other_table():
    lost = levels("Z\ufffdrich", "K\ufffd\ufffdln", "Oslo")
    assert "'Köln' -> 'K\ufffd\ufffdln'): letters were lost" in (
        changed_encoding("c", RIGHT, lost).message
    )


def test_what_is_broken_in_both_did_not_change():
    assert changed_encoding("c", WRONG, WRONG) is None
    assert changed_encoding("c", RIGHT, RIGHT) is None


def test_new_words_with_foreign_letters_are_no_change():
    assert changed_encoding("c", RIGHT, levels("Łódź", "Århus", "São Paulo")) is None
    assert changed_encoding("c", levels("a?", "b"), levels("a?", "c")) is None


def test_some_broken_words_among_many_are_no_change():
    mixed = levels("ZÃ¼rich", "Łódź", "Århus", "São Paulo", "Málaga")
    assert changed_encoding("c", RIGHT, mixed) is None

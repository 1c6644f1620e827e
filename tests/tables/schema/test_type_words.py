from featureshift.tables.kinds import Column, Kind
from featureshift.tables.schema.type_words import type_word


def test_every_kind_has_a_word():
    assert all(type_word(Column("x", kind)) for kind in Kind)


def test_numbers_are_numbers_however_they_are_stored():
    stored = ("int64", "double", "decimal128(5, 2)", "", "float32")
    assert {type_word(Column("x", Kind.NUMERIC, stored=each)) for each in stored} == {"number"}

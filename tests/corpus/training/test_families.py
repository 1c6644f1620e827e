import numpy as np

from featureshift.corpus.training.families import Card, families, stem_key, telling
from featureshift.corpus.training.sketch import column_sketch

NAMES = ("age", "height", "weight", "income", "region", "status")


def together(*cards):
    return len(set(families(cards).values())) == 1


def test_unrelated_tables_are_families_of_their_own():
    assert not together(Card("cars", "a:cars.csv", ("speed",)), Card("wine", "b:wine.csv", ("ph",)))


def test_objects_of_one_source_file_belong_together():
    assert together(Card("moe", "x:data/tox.RData"), Card("dragon", "x:data/tox.RData"))


def test_years_versions_and_parts_belong_together():
    assert together(
        Card("p", "a:one/gss2010.csv"),
        Card("q", "b:gss_2012_train.csv"),
        Card("gss_v2", "c:other.csv"),
    )


def test_copies_under_other_packages_belong_together():
    assert together(
        Card("mldatar_diabetes_data", "a:diabetes_data.csv"), Card("d", "b:diabetes.arff")
    )


def test_same_columns_belong_together_whatever_the_names():
    cards = Card("first", "a:first.csv", NAMES), Card("other", "b:other.csv", (*NAMES[:5], "extra"))
    assert together(*cards)


def test_anonymous_columns_tell_nothing():
    columns = tuple(f"V{k}" for k in range(30))
    assert telling(columns) == frozenset()
    assert not together(Card("uno", "a:uno.csv", columns), Card("due", "b:due.csv", columns))


def test_links_are_transitive():
    cards = [
        Card("alpha", "a:alpha.csv", NAMES),
        Card("beta", "b:beta.csv", NAMES),
        Card("beta_2019", "c:beta_2019.csv", ("other",)),
    ]
    assert set(families(cards).values()) == {"alpha"}


def test_generic_file_names_do_not_join():
    assert stem_key("data") == stem_key("train_2") == ""
    assert not together(Card("gas", "a:gas/data.csv"), Card("sun", "a:sun/data.csv"))


def test_copies_under_other_names_are_found_by_their_values(rng):
    values = rng.random((400, 10)).astype(np.float32)
    copy = values[rng.permutation(400)[:380]][:, rng.permutation(10)]
    other = rng.random((400, 10)).astype(np.float32)
    cards = [
        Card("uno", "a:uno.csv", sketch=column_sketch(values)),
        Card("due", "b:due.csv", sketch=column_sketch(copy)),
        Card("tre", "c:tre.csv", sketch=column_sketch(other)),
    ]
    assert families(cards) == {"uno": "due", "due": "due", "tre": "tre"}

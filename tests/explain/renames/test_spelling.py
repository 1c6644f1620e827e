import pytest

from featureshift.explain.renames.spelling import rewriting

CITIES = ["Zürich", "Genève", "Sankt Gallen", "La Chaux-de-Fonds"]


def rule(old, new):
    return rewriting(
        old, [name for name in new if name not in old], {*old, *new} - ({*old} & {*new})
    )


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (str.upper, "levels are now upper case"),
        (str.lower, "levels are now lower case"),
        (lambda t: t.encode().decode("latin-1"), "UTF-8 read as Latin-1"),
        (lambda t: t.replace(" ", "_"), "' ' became '_'"),
        (lambda t: t.replace(" ", "").upper(), "' ' is gone and levels are now upper case"),
        (lambda t: t[:3], "levels are cut off after 3 characters"),
        (lambda t: t + ".", "'.' is put behind"),
        (lambda t: "ch/" + t.lower(), "levels are now lower case and 'ch/' is put in front"),
        (lambda t: f" {t}", "' ' is put in front"),
    ],
)
def test_one_rule_for_all(write, words):
    found = rule(CITIES, [write(name) for name in CITIES])
    assert found is not None
    assert found.words == words
    assert found.names == {name: write(name) for name in CITIES if write(name) != name}


def test_accents():
    new = ["Zurich", "Geneve", "Sankt Gallen", "La Chaux-de-Fonds"]
    assert rule(CITIES, new).words == "accents are gone"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (["7", "12", "3"], ["007", "012", "003"], "zeros are put in front, up to 3 digits"),
        (["07", "12", "03"], ["7", "12", "3"], "leading zeros are gone"),
        (["1", "2"], ["1.0", "2.0"], "'.0' is put behind"),
        (["store_1", "store_2"], ["shop_1", "shop_2"], "'store_' became 'shop_'"),
        (["Lee, Ann", "Roe, Bob"], ["Ann Lee", "Bob Roe"], "words are in another order"),
        (["2025-01", "2025-02"], ["01/2025", "02/2025"], "words are in another order"),
        (["male", "female"], ["m", "f"], "levels are cut off after 1 character"),
        (["R&D", "A&B"], ["R&amp;D", "A&amp;B"], "characters are written as in HTML"),
        (["Yes", "yes", "No"], ["YES", "NO"], "levels are now upper case"),
    ],
)  # fmt: skip
def test_rules_for_names_of_other_kinds(old, new, words):
    assert rule(old, new).words == words


@pytest.mark.parametrize(
    ("old", "new"),
    [(["red"], ["blue"]), (["red", "blue"], ["rouge", "bleu"]), (["low"], ["l"]), ([], ["a"])],
)
def test_no_rule_where_there_is_none(old, new):
    assert rule(old, new) is None


def test_names_missing_by_chance_do_not_count():
    found = rewriting(["a_x", "b_x", "rare"], ["a-x", "b-x"], ["a_x", "b_x"])
    assert found.names == {"a_x": "a-x", "b_x": "b-x"}
    assert rewriting(["a_x", "b_x", "often"], ["a-x", "b-x"], ["a_x", "b_x", "often"]) is None

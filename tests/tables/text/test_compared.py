from featureshift.tables.text.compared import Compared
from featureshift.tables.text.sample import TextSample


def test_the_change_is_shown_by_an_example_of_either_table():
    before, after = TextSample.of(["a1", "b2", "c"]), TextSample.of(["d", "e", "f"])
    both = Compared.of(lambda text: text.isalpha(), before, after)
    assert both.told("are letters") == "100% of the texts are letters, before 33%"
    assert both.examples == ": 'd', before 'a1'"
    lost = Compared.of(lambda text: not text.isalpha(), before, after)
    assert lost.gain < 0
    assert lost.examples == ": 'd', before 'a1'"


def test_no_example_where_one_table_has_none():
    same = TextSample.of(["a", "b"])
    assert Compared.of(lambda _: True, same, same).examples == ""

from featureshift.explain.passengers import passengers
from featureshift.explain.relations import Relation


def gone(*names):
    return tuple(Relation(name, "correlation", 0.8, 0.0, 20.0) for name in names)


def test_who_broke_with_everybody_is_the_culprit():
    broken = {"x": gone("a", "b", "c"), "a": gone("x"), "b": gone("x")}
    assert passengers(broken, ()) == {"a": ("x",), "b": ("x",)}


def test_a_column_that_changed_itself_is_nobodys_passenger():
    broken = {"x": gone("a"), "a": gone("x", "b", "c")}
    assert passengers(broken, {"x"}) == {}
    assert passengers(broken, {"x", "a"}) == {}


def test_a_changed_column_clears_its_partner():
    assert passengers({"x": gone("a"), "a": gone("x")}, {"x"}) == {"a": ("x",)}


def test_two_columns_and_one_relation_blame_both():
    assert passengers({"x": gone("a"), "a": gone("x")}, ()) == {}


def test_a_passenger_of_two():
    broken = {"x": gone("a", "b"), "y": gone("a", "c"), "a": gone("x", "y")}
    assert passengers(broken, {"x", "y"}) == {"a": ("x", "y")}


def test_a_column_without_broken_relations_follows_nobody():
    assert passengers({"x": gone("a", "b"), "lonely": ()}, ()) == {}

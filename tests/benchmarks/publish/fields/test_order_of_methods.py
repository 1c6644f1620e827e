import pytest

TEN = {"datafix": 0.95, "knn-ks": 0.8, "mb-sm": 0.7, "mb-ks": 0.6, "deep-sm": 0.5, "fslnet": 0.75}
TEN |= {"mutual-info": 0.45, "select-k-best": 0.3, "mrmr": 0.4, "fast-cmim": 0.35}


@pytest.fixture
def said(section, make_results):
    def say(methods, suite):
        return section("agreement", make_results(methods, suites=(suite,)))

    return say


def test_methods_are_in_order_and_ours_is_not_among_them(said):
    text = said(TEN | {"graphnet": 0.99}, "methods")
    assert (
        text.index("`datafix` 0.940")
        < text.index("`knn-ks` 0.790 (given the number)")
        < text.index("`mrmr`")
    )
    order = text[text.index("stand in this order") : text.index("claims that we took")]
    assert "graphnet" not in order
    assert "number 3 of 10." in text  # three tables of twelve: no word on the published model
    assert "The conditional tests have 0.640 and the filters 0.365 on average;" in text
    assert "`datafix` is ahead of all of them" in text


def test_filters_ahead_of_datafix_are_told(said):
    text = said(TEN | {"mutual-info": 0.99, "mrmr": 0.98, "fast-cmim": 0.97}, "methods")
    assert "ahead of all of them but `mutual-info`, `mrmr` and `fast-cmim`" in text


@pytest.mark.parametrize(
    ("datafix", "words"), [(0.95, "below `datafix`, though"), (0.8, "above all of these, though")]
)
def test_where_the_published_model_would_stand(said, datafix, words):
    text = said(TEN | {"datafix": datafix}, "local")
    assert "has 0.884 on these tables" in text
    assert words in text


def test_an_order_of_some_is_none(said):
    assert (
        said({m: f1 for m, f1 in TEN.items() if m != "datafix"}, "methods").count(
            "stand in this order"
        )
        == 0
    )

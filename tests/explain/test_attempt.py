import pytest

import featureshift as fs
from featureshift.explain import each_column, explaining
from featureshift.explain.attempt import attempt
from featureshift.report import page

PLAIN = "what happened could not be worked out"


def fail(*_, **__):
    raise ZeroDivisionError("a bug")


@pytest.fixture(autouse=True)
def _no_debugging(monkeypatch):
    monkeypatch.delenv("FEATURESHIFT_DEBUG", raising=False)


@pytest.fixture
def result(rng):
    reference = {name: rng.normal(size=500) for name in "abc"}
    query = {name: rng.normal(size=500) for name in "abc"} | {"a": rng.normal(9, 1, 500)}
    query["b"] = query["b"] * 100
    return fs.localize(reference, query, method="sm-threshold", n_shifted=2)


def test_with_debugging_it_raises(monkeypatch):
    assert attempt(fail, "nothing") == "nothing"
    monkeypatch.setenv("FEATURESHIFT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        attempt(fail, "nothing")


@pytest.mark.parametrize("step", ["gather", "diagnose"])
def test_a_column_that_fails_costs_its_own_card(result, monkeypatch, tmp_path, step):
    works = getattr(each_column, step)

    def failing_for_a(*args, **options):
        case = args[0]
        if case == "a" or getattr(getattr(case, "column", None), "feature", "") == "a":
            fail()
        return works(*args, **options)

    monkeypatch.setattr(each_column, step, failing_for_a)
    cards = {column.feature: column for column in result.explain().columns}
    assert cards["a"].what_happened.startswith(PLAIN)
    assert not cards["b"].what_happened.startswith(PLAIN)
    assert cards["b"].chart.edges
    for suffix in ("html", "md", "xml", "json"):
        assert PLAIN in result.report(tmp_path / f"out.{suffix}").read_text()
    assert PLAIN in str(result)


@pytest.mark.parametrize(
    ("module", "step"),
    [
        (explaining, "find_drivers"),
        (explaining, "told_population"),
        (each_column, "families"),
        (each_column, "confined"),
        (each_column, "changes"),
        (each_column, "chart"),
        (each_column, "pair_view"),
    ],
)
def test_a_part_that_fails_costs_no_diagnosis(result, monkeypatch, tmp_path, module, step):
    monkeypatch.setattr(module, step, fail)
    assert all(PLAIN not in column.what_happened for column in result.explain().columns)
    assert result.report(tmp_path / "out.html").stat().st_size > 1000


def test_where_all_fails_the_verdict_stands(result, monkeypatch, tmp_path):
    monkeypatch.setattr(explaining, "column_pairs", fail)
    assert [column.feature for column in result.explain().columns] == ["a", "b"]
    assert PLAIN in result.explain(1).columns[0].what_happened
    assert result.explain(1).not_explained == ("b",)
    assert fs.Localization.from_json(result.to_json()).shifted_features == ("a", "b")


def test_a_picture_that_fails_costs_the_picture(result, monkeypatch, tmp_path):
    monkeypatch.setattr(page.histogram.__globals__["Axis"], "place", fail)
    text = result.report(tmp_path / "out.html").read_text()
    assert "This picture could not be drawn." in text
    assert "values are" in text

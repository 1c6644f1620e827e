import json
from dataclasses import replace
from pathlib import Path

import pytest

from featureshift.errors import OptionError
from featureshift.explain import Population
from featureshift.report import render, report_data, save
from featureshift.report.write import FORMATS, format_of

from .made import HOSTILE, clinic, localization


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("out.html", "<!doctype html>"),
        ("out.md", "### "),
        ("OUT.XML", "<?xml"),
        ("out.json", "{"),
    ],
)
def test_the_suffix_says_what_is_written(tmp_path, name, begins):
    path = localization(["a", "b"], 1).report(tmp_path / name, title="b.csv against a.csv")
    assert path == tmp_path / name
    text = path.read_text(encoding="utf-8")
    assert text.startswith(begins)
    if name != "out.json":
        assert "csv against a" in text


def test_an_unknown_suffix_is_refused(tmp_path):
    with pytest.raises(OptionError, match=r"ends in \.html, \.htm, \.md, \.xml, \.json"):
        localization(["a"], 0).report(tmp_path / "out.pdf")
    assert not list(tmp_path.iterdir())


def test_a_place_that_cannot_be_written():
    with pytest.raises(OptionError, match="cannot write"):
        localization(["a"], 0).report("/no/such/directory/out.html")


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_can_be_stored_with_any_names(tmp_path, hostile, kind):
    path = tmp_path / "out"
    save(hostile, kind, path)
    text = path.read_text(encoding="utf-8")
    if kind == "json":
        assert [feature["name"] for feature in json.loads(text)["features"]] == [*HOSTILE, "age"]


def test_every_suffix_names_one_format_and_every_format_renders(clinic):
    suffixes = [suffix for kind in FORMATS.values() for suffix in kind.suffixes]
    assert len(suffixes) == len(set(suffixes))
    assert {format_of(Path(f"out{suffix}")) for suffix in suffixes} == {*FORMATS} - {"short"}
    assert all(render(clinic, kind) for kind in FORMATS)


@pytest.mark.parametrize("kind", ["html", "markdown", "json"])
def test_a_population_is_told_once(kind):
    result, explanation = clinic()
    population = Population("more rows with <b>|x|</b> = 1", (), 0.9, ("a",), ())
    data = report_data(result, explanation=replace(explanation, population=population))
    text = render(data, kind)
    assert text.lower().count("more rows with") == 1
    assert ("<b>|x|</b>" in text) == (kind == "json")

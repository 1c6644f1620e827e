from dataclasses import replace

import numpy as np

import featureshift as fs
from featureshift.report.comparison.console import comparison_text


def test_who_is_odd_in_what(sites):
    text = comparison_text(sites)
    lines = text.splitlines()
    assert lines[0] == "2 of 5 sources are odd"
    assert any(line.startswith("site 1  b") and "10" in line for line in lines)
    assert any(line.startswith("site 3  d") and "missing" in line for line in lines)
    assert "nothing odd: site 0, site 2, site 4" in text
    assert "each against the pool of 3 that are not odd" in text
    assert str(sites) == text


def test_groups_name_their_column_and_what_was_left_out(sites):
    text = comparison_text(replace(sites, by="[red]site", left_out={"x": "3 rows"}))
    assert text.startswith("[red]site: 2 of 5 groups are odd")
    assert "note x: 3 rows" in text


def test_nothing_odd(rng):
    same = rng.normal(size=300)
    text = comparison_text(fs.compare({"a": {"x": same}, "b": {"x": same[::-1].copy()}}))
    assert text.startswith("None of 2 sources is odd")


def test_two_sources_are_not_told_apart(rng):
    text = comparison_text(fs.compare({"a": {"x": rng.random(300)}, "b": {"x": np.ones(300)}}))
    assert text.startswith("The two sources differ in 1 column")
    assert "which of two is the odd one, they cannot tell" in " ".join(text.split())

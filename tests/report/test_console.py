import io
from dataclasses import replace
from types import SimpleNamespace

import pytest
from rich.console import Console

from featureshift.methods import methods
from featureshift.report import console as module
from featureshift.report import report_data
from featureshift.report.console import print_methods, print_report, print_truth, progress_bar
from featureshift.tables import Note

from .made import localization


def printed(function, *arguments, **options):
    text = io.StringIO()
    function(Console(file=text, width=100), *arguments, **options)
    return text.getvalue()


def result_of(n_shifted, n=40, notes=()):
    return localization([f"[red]c{j}" for j in range(n)], n_shifted, notes=notes)


def test_snapshot(clinic, snapshot):
    snapshot("clinic.txt", printed(print_report, clinic))


def test_snapshot_of_hostile_names(hostile, snapshot):
    snapshot("hostile.txt", printed(print_report, hostile))


def test_verdict_table_and_method():
    text = printed(print_report, report_data(result_of(2), title="b against a"))
    assert "b against a: 2 of 40 columns shifted" in text
    assert "[red]c0" in text  # a name is text, never markup
    assert "5,000 reference rows, 2,500 query rows" in text


def test_no_shift_prints_no_table():
    text = printed(print_report, report_data(result_of(0)))
    assert "No shift found in 40 columns" in text
    assert "looks at each column by itself" in text
    assert "shifted column" not in text


def test_long_lists_are_cut_and_counted():
    notes = tuple(Note(f"n{i}", "constant", "has one value") for i in range(20))
    text = printed(print_report, report_data(result_of(30, notes=notes)))
    assert "and 5 more" in text
    assert "and 12 more (constant: 12)" in text


def test_names_and_words_cannot_steer_the_terminal(hostile):
    text = printed(print_report, hostile)
    assert not [c for c in text if not c.isprintable() and c != "\n"]


def test_truth_marks_found_missed_and_false():
    result = result_of(2)
    text = printed(print_truth, result, {"[red]c0": "halved", "[red]c9": "shuffled"})
    lines = [line.split() for line in text.splitlines() if line.strip()]
    assert [line[0] for line in lines[1:]] == ["found", "missed", "false"]


def test_every_method_is_listed():
    text = printed(print_methods, methods())
    assert all(name in text for name in methods())


@pytest.mark.parametrize(("waited", "shown"), [(1.01, True), (0.99, False)])
def test_progress_bar_only_appears_when_it_takes_long(monkeypatch, waited, shown):
    clock = iter([5.0, 5.0 + waited * module.PATIENCE])
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=clock.__next__))
    text = io.StringIO()
    with progress_bar(Console(file=text, force_terminal=True, width=80), "comparing") as tell:
        tell(0.5)
    assert ("comparing" in text.getvalue()) is shown


def test_an_event_is_one_line(wrong_join):
    text = " ".join(printed(print_report, wrong_join).split())
    assert text.count("moved together against") == 1
    assert "weight_kg, bmi, waist_cm" in text
    assert "more" not in text


def test_a_population_comes_before_the_columns(clinic):
    data = replace(clinic, population="More rows with [red]age < 30: 18% -> 41%.")
    text = printed(print_report, data)
    assert 0 < text.index("More rows with [red]age < 30") < text.index("shifted column")

import io
import time

import numpy as np
import pytest
from rich.console import Console

from featureshift.localizers import Localization, RowsUsed, methods
from featureshift.report import console as module
from featureshift.report.console import (
    print_localization,
    print_methods,
    print_truth,
    progress_bar,
)
from featureshift.tables import Note


def result_of(n_shifted, n=40, notes=()):
    return Localization(
        features=tuple(f"[red]c{j}" for j in range(n)),
        scores=np.linspace(1, 0, n),
        shifted=np.arange(n) < n_shifted,
        threshold=0.5,
        method="sm-threshold",
        rows_used=RowsUsed(1000, 2000),
        seconds=1.0,
        notes=notes,
    )


def printed(function, *arguments, **options):
    text = io.StringIO()
    function(Console(file=text, width=100), *arguments, **options)
    return text.getvalue()


def test_verdict_table_and_method():
    text = printed(print_localization, result_of(2), title="b against a")
    assert "b against a: 2 of 40 features shifted" in text
    assert "[red]c0" in text  # a name is text, never markup
    assert "1,000 reference rows, 2,000 query rows" in text


def test_no_shift_prints_no_table():
    text = printed(print_localization, result_of(0), title="t")
    assert "none of 40 features shifted" in text
    assert "score\n" not in text


def test_long_lists_are_cut_and_counted():
    notes = tuple(Note(f"n{i}", "constant", "has one value") for i in range(20))
    text = printed(print_localization, result_of(30, notes=notes), title="t")
    assert "and 5 more" in text
    assert "and 12 more (constant: 12)" in text


def test_truth_marks_found_missed_and_false():
    result = result_of(2)
    text = printed(print_truth, result, {"[red]c0": "halved", "[red]c9": "shuffled"})
    lines = [line.split() for line in text.splitlines() if line.strip()]
    assert [line[0] for line in lines[1:]] == ["found", "missed", "false"]


def test_every_method_is_listed():
    text = printed(print_methods, methods())
    assert all(name in text for name in methods())


@pytest.mark.parametrize(("patience", "shown"), [(0.0, True), (60.0, False)])
def test_progress_bar_only_appears_when_it_takes_long(monkeypatch, patience, shown):
    monkeypatch.setattr(module, "PATIENCE", patience)
    text = io.StringIO()
    with progress_bar(Console(file=text, force_terminal=True, width=80), "comparing") as tell:
        time.sleep(0.01)
        tell(0.5)
    assert ("comparing" in text.getvalue()) is shown

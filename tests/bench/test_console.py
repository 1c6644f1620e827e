import io

import pytest
from rich.console import Console

from featureshift.bench.console import progress_bar, run_on_console
from featureshift.bench.runner import Limits, Plan


@pytest.fixture
def shown(capsys, monkeypatch, tmp_path):
    def show(rows, planned):
        def run(planned, out, limits, *, jobs, report):
            for row in rows:
                report(row)

        monkeypatch.setattr("featureshift.bench.runner.run", run)
        run_on_console("smoke", planned, tmp_path, Limits())
        return " ".join(capsys.readouterr().err.split())

    return show


def test_counts_and_failures_are_told(shown, make_row):
    rows = [make_row(), make_row(), make_row(status="error", reason="[/x] broken")]
    text = shown(rows, Plan((), 4, ("gas",)))
    assert "smoke: 0 cells to run, 4 done before" in text
    assert "absent gas" in text
    assert "error sm-threshold sim-factors/E1/0.25/200x12/0: [/x] broken" in text
    assert "ok: 2, error: 1" in text


def test_nothing_to_do_is_told(shown):
    assert shown([], Plan((), 0, ())).endswith("nothing to do")


def test_names_are_no_markup():
    text = io.StringIO()
    with progress_bar(Console(file=text, width=80, force_terminal=True)) as progress:
        progress.add_task("[bold]table", total=3)
    assert "[bold]table" in text.getvalue()

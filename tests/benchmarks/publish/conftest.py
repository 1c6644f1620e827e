import itertools
from types import SimpleNamespace

import pytest

from benchmarks.publish.load_results import Results
from benchmarks.publish.page import render_section
from featureshift.bench.task import load_suites

METHODS = {"graphnet": 0.9, "fslnet": 0.8, "datafix": 0.7, "mb-sm": 0.6, "mb-ks": 0.5}
METHODS |= {"knn-ks": 0.65, "deep-sm": 0.45, "mutual-info": 0.55, "select-k-best": 0.3}
METHODS |= {"mrmr": 0.4, "fast-cmim": 0.35, "sm-threshold": 0.25}


@pytest.fixture
def make_results(make_row):
    """Made-up results of all methods on whole suites: as good as ``METHODS`` says, less so at E4.1.

    The place in ``METHODS`` gives the runtime; every method flags a column in one pair of four.
    """

    def make(methods=METHODS, suites=("methods", "no-shift"), **changes):
        known = load_suites()
        rows = []
        for (k, (method, f1)), suite in itertools.product(enumerate(methods.items()), suites):
            for n, task in enumerate(known[suite].tasks):
                width = task.columns or 8 * (1 + len(task.dataset))
                hard = 0.1 * (task.manipulation == "E4.1")
                row = make_row(
                    task=task.id,
                    method=method,
                    f1=f1 - hard,
                    n_features=width,
                    rows_reference=task.rows,
                    rows_query=task.rows,
                    seconds=(k + 1) * width * 1e-3,
                    n_flagged=int(n % 4 == 0),
                )
                rows.append(row)
        kinds = ("count_given", "sweep", "reliability", "oracle", "ablation", "trained")
        empty = dict.fromkeys(kinds, ()) | {"suites": known}
        return Results(rows=tuple(rows), **(empty | changes))

    return make


@pytest.fixture
def section():
    """One section of the page, by the name of its block in page.md."""

    def render(name, results, drawn=None):
        return render_section(name, results, drawn or {})

    return render


@pytest.fixture
def training_clock(monkeypatch):
    """Training takes 0.002 s between two looks at the clock, however busy the machine is."""
    now = itertools.count(step=0.002)
    clock = SimpleNamespace(monotonic=lambda: next(now), perf_counter=lambda: next(now))
    monkeypatch.setattr("featureshift.train.loop.time", clock)

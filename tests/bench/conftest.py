import dataclasses
import itertools

import pytest

from featureshift.bench.collected import Results
from featureshift.bench.rows import OK, Row
from featureshift.bench.task import load_suites

TEMPLATE = Row(
    task="sim-factors/E1/0.25/200x12/0",
    method="sm-threshold",
    status=OK,
    reason="",
    precision=1.0,
    recall=0.5,
    f1=2 / 3,
    changed_precision=1.0,
    changed_recall=0.5,
    changed_f1=2 / 3,
    auroc=0.9,
    n_features=12,
    n_shifted=3,
    n_changed=3,
    n_flagged=2,
    rows_reference=200,
    rows_query=200,
    seconds=0.01,
    peak_mb=3.5,
    time_limit=600.0,
    exclusive=True,
    trained_on=False,
    data_sha256="abc",
    seed=0,
    version="0.1.0",
    commit="",
    machine="x86_64",
)


@pytest.fixture
def make_row():
    """A result row with some fields changed."""

    def make(**changes):
        return dataclasses.replace(TEMPLATE, **changes)

    return make


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

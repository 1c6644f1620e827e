import dataclasses

import pytest

from featureshift.bench.rows import OK, Row

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

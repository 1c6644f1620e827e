import re
from pathlib import Path

import pytest

from featureshift.report import report_data

from . import made

SNAPSHOTS = Path(__file__).with_name("snapshots")


def data_of(case):
    result, explanation = case()
    return report_data(result, title="february.csv against january.csv", explanation=explanation)


@pytest.fixture
def clinic():
    return data_of(made.clinic)


@pytest.fixture
def hostile():
    return data_of(made.hostile)


@pytest.fixture
def wrong_join():
    return data_of(made.wrong_join)


@pytest.fixture
def snapshot(request):
    """Compare a text with the stored one; ``--update-snapshots`` stores it."""

    def check(name, text):
        path, text = SNAPSHOTS / name, normalized(text)
        if request.config.getoption("--update-snapshots"):
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text

    return check


def normalized(text):
    """Without what differs from run to run and machine to machine."""
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "<time>", text)
    return re.sub(r"featureshift [\d.]+, Python [\d.]+, NumPy [\d.]+", "<versions>", text)

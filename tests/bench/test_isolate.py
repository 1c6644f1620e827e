import itertools
import time
from pathlib import Path

import pytest

from featureshift.bench.isolate import run_isolated

NAUGHTY = """
import os, time
import numpy as np

def fine(argument, start_clock):
    start_clock("facts")
    return argument + 1

def raises(argument, start_clock):
    start_clock("facts")
    raise ValueError("no such thing")

def hangs(argument, start_clock):
    start_clock("facts")
    time.sleep(3600)

def hungry(argument, start_clock):
    start_clock("facts")
    kept = []
    while True:
        kept.append(np.ones(4_000_000))
        time.sleep(0.01)

def dies(argument, start_clock):
    os.kill(os.getpid(), 9)

def leaves(argument, start_clock):
    os._exit(3)

def starts_another(argument, start_clock):
    import subprocess
    start_clock(subprocess.Popen(["sleep", "300"]).pid)
    time.sleep(3600)

def absent(argument, start_clock):
    from featureshift.errors import AbsentDataError
    raise AbsentDataError("no such table")

def quits(argument, start_clock):
    start_clock("facts")
    raise SystemExit("bye")
"""


@pytest.fixture(scope="module")
def naughty(tmp_path_factory):
    import importlib
    import sys

    folder = tmp_path_factory.mktemp("naughty")
    (folder / "naughty_work.py").write_text(NAUGHTY)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("naughty_work")
    sys.path.remove(str(folder))


def outcome(work, memory=4000.0):
    return run_isolated(work, 1, time_limit=3600.0, memory_limit_mb=memory)


def outcome_after_ten_looks(work):
    """The clock goes on by a hundredth of a second whenever it is read."""
    clock = itertools.count(0, 0.01).__next__
    return run_isolated(work, 1, time_limit=0.1, memory_limit_mb=4000.0, clock=clock)


def test_work_that_ends_well(naughty):
    result = outcome(naughty.fine)
    assert (result.status, result.value, result.reason, result.facts) == ("ok", 2, "", "facts")


@pytest.mark.parametrize(
    ("name", "status", "reason"),
    [
        ("raises", "error", "ValueError: no such thing"),
        ("quits", "error", "SystemExit: bye"),
        ("absent", "absent", "no such table"),
        ("dies", "crash", "killed by signal 9"),
        ("leaves", "crash", "exit code 3"),
    ],
)
def test_work_that_ends_badly(naughty, name, status, reason):
    result = outcome(getattr(naughty, name))
    assert result.status == status
    assert reason in result.reason
    assert result.value is None


def test_a_hang_is_stopped_at_its_limit(naughty):
    result = outcome_after_ten_looks(naughty.hangs)
    assert result.status == "timeout"
    assert result.facts == "facts"
    assert result.reason == "not finished after 0.1 s"
    assert result.seconds == pytest.approx(0.12, abs=0.011)


def test_what_the_work_started_ends_with_it(naughty):
    result = outcome_after_ten_looks(naughty.starts_another)
    while is_alive(result.facts):  # until the kernel has carried out the kill
        time.sleep(0.02)
    assert not is_alive(result.facts)


def is_alive(pid):
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_too_much_memory_is_stopped(naughty):
    result = outcome(naughty.hungry, memory=400.0)
    assert result.status == "memory"
    assert "of 400 MB allowed" in result.reason

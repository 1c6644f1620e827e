import itertools
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from featureshift.bench.cell import CellResult, Facts
from featureshift.bench.isolate import Outcome, run_isolated
from featureshift.bench.rows import OK, encode_row, read_results
from featureshift.bench.runner import Limits, machine_lock, plan, run
from featureshift.bench.task import SlowCap, Suite, Task, find_suite
from featureshift.errors import OptionError, UnknownNameError
from featureshift.simulate import Scores

METHODS = """
import os
import time
from pathlib import Path
import numpy as np
from featureshift.methods.base import Localizer, MethodInfo, Scores

class Base(Localizer):
    info = MethodInfo("base", "", "", False, False, "low")

    def _score(self, pair, rng, progress):
        return Scores(np.arange(pair.n_features, dtype=float), 0.5)

class Raises(Base):
    def _score(self, pair, rng, progress):
        raise RuntimeError("broken on purpose")

class Hangs(Base):
    def _score(self, pair, rng, progress):
        time.sleep(3600)

class Hungry(Base):
    def _score(self, pair, rng, progress):
        kept = []
        while True:
            kept.append(np.ones(4_000_000))
            time.sleep(0.01)

class WrongShape(Base):
    def _score(self, pair, rng, progress):
        return Scores(np.zeros(pair.n_features + 1), 0.5)

class Bracketed(Base):
    def _score(self, pair, rng, progress):
        raise KeyError("[/x] [rows, features]")

class Counted(Base):
    info = MethodInfo("counted", "", "", False, True, "low", slow=True)

class Gated(Base):
    def _score(self, pair, rng, progress):
        gate = Path(os.environ["GATE"])
        if gate.exists() and not gate.with_suffix(".reached").exists():
            results = Path(os.environ["RESULTS"], "Gated.csv")
            done = results.read_text().count("\\n") - 1 if results.exists() else 0
            if done == int(gate.read_text()):
                told = gate.with_suffix(".told")
                told.write_text(str(os.getpid()))
                told.rename(gate.with_suffix(".reached"))
                time.sleep(3600)
        return super()._score(pair, rng, progress)
"""


@pytest.fixture(autouse=True)
def _own_lock(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


@pytest.fixture
def methods(tmp_path, monkeypatch):
    (tmp_path / "own_methods.py").write_text(METHODS)
    monkeypatch.syspath_prepend(str(tmp_path))
    return lambda *names: [f"own_methods:{name}" for name in names]


def tasks(n=2):
    return tuple(Task("sim-factors", "E2", 0.25, 60, 8, seed) for seed in range(n))


def suite(n=2, **cap):
    return Suite("test", "", tasks(n), SlowCap(**{"columns": 700, "rows": 1000} | cap))


def ticking():
    """A clock that goes on by a hundredth of a second whenever it is read."""
    return itertools.count(0, 0.01).__next__


def stop_hanging(work, cell, *, time_limit, memory_limit_mb):
    """Real processes; those that hang run out of a time that no machine's speed decides."""
    if not cell.method.endswith("Hangs"):
        return run_isolated(work, cell, time_limit=600.0, memory_limit_mb=memory_limit_mb)
    limits = {"time_limit": time_limit, "memory_limit_mb": memory_limit_mb}
    return run_isolated(work, cell, **limits, clock=ticking())


def pretend(work, cell, *, time_limit, memory_limit_mb):
    """No process: what hangs uses up its time, everything else finishes at once."""
    facts = Facts(cell.task.columns, 2, 2, cell.task.rows, cell.task.rows, "abc", False)
    if cell.method.endswith("Hangs"):
        return Outcome("timeout", None, f"not finished after {time_limit} s", time_limit, facts)
    right = Scores(1.0, 1.0, 1.0, 1.0)
    return Outcome("ok", CellResult(right, right, 2, 0.0, 0.0), "", 0.0, facts)


def results(out):
    """What does not depend on how long things took."""
    rows = [replace(row, seconds=0, peak_mb=0, exclusive=False) for row in read_results(out)]
    return {row.key: encode_row(row) for row in rows}


def test_a_run_fills_a_file_for_each_method(tmp_path, methods):
    names = ["sm-threshold", *methods("Counted")]
    run(plan(suite(), names, tmp_path), tmp_path, Limits())
    rows = read_results(tmp_path)
    assert [row.method for row in rows] == ["Counted"] * 2 + ["sm-threshold"] * 2
    assert all(row.status == OK for row in rows)
    assert all(row.exclusive and row.seconds > 0 and row.peak_mb >= 0 for row in rows)
    assert [row.n_flagged for row in rows if row.method == "Counted"] == [2, 2]
    assert all(row.data_sha256 and row.version and row.n_shifted == 2 for row in rows)


@pytest.mark.parametrize(
    ("name", "status", "reason"),
    [
        ("Raises", "error", "RuntimeError: broken on purpose"),
        ("Hangs", "timeout", "not finished after"),
        ("Hungry", "memory", "MB allowed"),
        ("Bracketed", "error", "[/x] [rows, features]"),
        ("WrongShape", "error", "expected: 8 finite numbers found: shape (9,)"),
    ],
)
def test_a_method_that_fails_leaves_a_row_and_the_run_goes_on(
    tmp_path, methods, name, status, reason
):
    names = [*methods(name), "sm-threshold"]
    limits = Limits(time=0.1, memory_mb=500.0)
    run(plan(suite(), names, tmp_path), tmp_path, limits, isolate=stop_hanging)
    rows = read_results(tmp_path)
    failed = [row for row in rows if row.method == name]
    assert [row.status for row in failed] == [status] * 2
    assert all(reason in row.reason for row in failed)
    assert all(row.n_features == 8 for row in failed)
    assert [row.status for row in rows if row.method == "sm-threshold"] == [OK] * 2


def test_a_table_that_takes_too_long_is_given_up_also_by_a_later_run(tmp_path, methods):
    names = [*methods("Hangs"), "sm-threshold"]
    limits = Limits(time=2.0, timeouts=1)
    run(plan(suite(2), names, tmp_path), tmp_path, limits, isolate=pretend)
    run(plan(suite(3), names, tmp_path), tmp_path, limits, isolate=pretend)
    rows = [row for row in read_results(tmp_path) if row.method == "Hangs"]
    assert [row.status for row in rows] == ["timeout"] * 3
    assert [row.reason.startswith("not tried: 1 other") for row in rows] == [False, True, True]
    assert all(row.n_features == 8 and row.time_limit == 2.0 and row.data_sha256 for row in rows)
    assert all(row.status == OK for row in read_results(tmp_path) if row.method != "Hangs")
    smaller = Suite("other", "", (Task("sim-factors", "E2", 0.25, 60, 7, 0),), SlowCap(700, 1000))
    run(plan(smaller, names[:1], tmp_path), tmp_path, limits, isolate=pretend)
    assert "not finished" in read_results(tmp_path)[3].reason


def test_what_is_not_tried_is_stopped_once_its_data_are_known(tmp_path, methods):
    limits = Limits(time=0.1, timeouts=1)
    run(plan(suite(2), methods("Hangs"), tmp_path), tmp_path, limits, isolate=stop_hanging)
    tried, untried = read_results(tmp_path)
    assert tried.reason == "not finished after 0.1 s"
    assert untried.reason.startswith("not tried")
    assert (untried.n_features, untried.rows_reference, untried.time_limit) == (8, 60, 0.1)


def test_a_retry_is_tried_whatever_was_given_up_before(tmp_path, methods):
    names = methods("Hangs")
    for seconds, retry in ((2.0, False), (3.0, True)):
        planned = plan(suite(2), names, tmp_path, retry=retry)
        run(planned, tmp_path, Limits(time=seconds, timeouts=1), isolate=pretend)
    first, second = read_results(tmp_path)
    assert "not finished after 3" in first.reason
    assert second.reason.startswith("not tried")


def test_done_cells_are_not_run_again_unless_they_failed_and_are_retried(tmp_path, methods):
    (name,) = methods("Raises")
    run(plan(suite(1), [name], tmp_path), tmp_path, Limits())
    again = plan(suite(2), [name], tmp_path)
    assert (len(again.todo), again.done) == (1, 1)
    retried = plan(suite(2), [name], tmp_path, retry=True)
    assert len(retried.todo) == 2
    run(retried, tmp_path, Limits())
    assert len(read_results(tmp_path)) == 2


def test_slow_methods_get_the_slow_row_cap(tmp_path, methods):
    (name,) = methods("Counted")
    run(plan(suite(1, columns=4, rows=30), [name], tmp_path), tmp_path, Limits())
    (row,) = read_results(tmp_path)
    assert (row.rows_reference, row.rows_query) == (30, 30)


def test_absent_data_is_reported_and_left_out(tmp_path):
    planned = plan(find_suite("paper"), ["sm-threshold"], tmp_path)
    assert "canine" in planned.absent
    assert "polynomial" not in planned.absent
    assert {cell.task.dataset for cell in planned.todo} == {"polynomial", "cosine"}


def test_wrong_names_are_told_before_anything_runs(tmp_path):
    with pytest.raises(UnknownNameError, match="unknown method"):
        plan(suite(), ["nonsense"], tmp_path)
    with pytest.raises(OptionError, match="cannot import"):
        plan(suite(), ["no_module:Thing"], tmp_path)


def test_parallel_jobs_give_the_same_rows_but_their_timings_do_not_count(tmp_path):
    for jobs in (1, 2):
        run(
            plan(suite(4), ["sm-threshold"], tmp_path / str(jobs)),
            tmp_path / str(jobs),
            Limits(),
            jobs=jobs,
        )
    one, two = results(tmp_path / "1"), results(tmp_path / "2")
    assert one == two
    assert not any(row.exclusive for row in read_results(tmp_path / "2"))


def test_two_benchmarks_do_not_share_the_machine(tmp_path):
    with machine_lock(), pytest.raises(OptionError, match="another benchmark"):
        run(plan(suite(), ["sm-threshold"], tmp_path), tmp_path, Limits())


@pytest.fixture
def start_smoke(tmp_path, methods):
    """The command in a process of its own, which stops for good after so many rows of a file."""

    def start(out, stop_after=None):
        gate = tmp_path / f"gate-{stop_after}"
        if stop_after is not None:
            gate.write_text(str(stop_after))
        path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
        own = {"TMPDIR": str(tmp_path), "PYTHONPATH": path}
        command = [sys.executable, "-m", "featureshift", "bench", "run", "smoke"]
        return subprocess.Popen(
            [*command, "--out", str(out), "--methods", *methods("Gated")],
            env=os.environ | own | {"GATE": str(gate), "RESULTS": str(out)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ), gate.with_suffix(".reached")

    return start


def is_alive(pid):
    try:
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_killed_in_the_middle_and_resumed_gives_the_same_rows(tmp_path, start_smoke):
    undisturbed, killed = tmp_path / "undisturbed", tmp_path / "killed"
    assert start_smoke(undisturbed)[0].wait() == 0
    expected = results(undisturbed)
    assert len(expected) == len(find_suite("smoke").tasks)
    for rows in (0, 2, 3):
        process, reached = start_smoke(killed, stop_after=rows)
        while not reached.exists():
            assert process.poll() is None, "it ended before it came so far"
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
        while is_alive(reached.read_text()):  # what it had started ends with it
            time.sleep(0.02)
        assert len(read_results(killed)) == rows
        with (killed / "Gated.csv").open("a") as file:
            file.write("half a li")  # a kill in the middle of writing a row
    assert start_smoke(killed)[0].wait() == 0
    assert results(killed) == expected
    assert len(read_results(killed)) == len(expected)

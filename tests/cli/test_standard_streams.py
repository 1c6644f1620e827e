"""Real processes with real pipes: what becomes of the streams never decides a verdict."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = f"{sys.executable} -m featureshift"


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """A query that is not shifted and one that is, in files that are quickly read."""
    folder = tmp_path_factory.mktemp("tables")
    lines = [f"{(j * 37) % 100},{(j * 61) % 100}" for j in range(400)]
    (folder / "r.csv").write_text("a,b\n" + "\n".join(lines) + "\n")
    moved = [f"{(j * 37) % 100 + 300},{(j * 61) % 100}" for j in range(400)]
    (folder / "q.csv").write_text("a,b\n" + "\n".join(moved) + "\n")
    return folder


def shell(command, folder):
    """Exit code of the first program of the pipe, and what was said on standard error."""
    done = subprocess.run(
        ["bash", "-c", f"{command}; exit ${{PIPESTATUS[0]}}"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stderr


LOCATE = f"{PROGRAM} locate --method sm-threshold --threshold 0.3 r.csv"


@pytest.mark.parametrize(
    ("query", "options", "code"),
    [
        ("q.csv", "--fail-on-shift", 1),
        ("r.csv", "--fail-on-shift", 0),
        ("q.csv", "--json -", 0),
    ],
)
def test_whoever_has_seen_enough_gets_the_true_verdict(tables, query, options, code):
    # What reads has ended before anything is written: the pipe is surely closed.
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*LOCATE.split(), query, *options.split()],
        cwd=tables,
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.parametrize("redirected", [">&-", "> /dev/full"])
def test_a_verdict_that_nobody_can_read_is_an_error_of_ours(tables, redirected):
    code, said = shell(f"{LOCATE} q.csv --fail-on-shift --report out.html {redirected}", tables)
    assert code == 2
    assert "cannot write to the standard output" in said
    assert (tables / "out.html").read_text().startswith("<!doctype html>")
    (tables / "out.html").unlink()
    assert shell(f"{LOCATE} q.csv --fail-on-shift --quiet {redirected}", tables) == (1, "")


@pytest.mark.parametrize("redirected", ["2>&-", "2> /dev/full", "<&- 2>&-"])
def test_where_errors_cannot_be_told_the_code_stays(tables, redirected):
    assert shell(f"{LOCATE} q.csv --fail-on-shift {redirected}", tables) == (1, "")
    assert shell(f"{LOCATE} absent.csv {redirected}", tables) == (2, "")


def test_a_file_never_gets_the_number_of_a_closed_stream(tables):
    code, _ = shell(f"{LOCATE} q.csv --json out.json >&- 2>&-", tables)
    assert code == 2
    text = (tables / "out.json").read_text()
    assert text.startswith("{")
    assert text.endswith("}\n")


def test_a_deleted_working_directory(tables):
    there = f"--quiet {tables}/r.csv {tables}/q.csv --method sm-threshold --threshold 0.3"
    gone = "mkdir gone && cd gone && rmdir ../gone &&"
    assert shell(f"{gone} {PROGRAM} locate {there} --fail-on-shift", tables) == (1, "")
    code, said = shell(f"{gone} {PROGRAM} locate r.csv q.csv", tables)
    assert code == 2
    assert "the working directory was deleted" in said
    code, said = shell(f"{gone} {PROGRAM} locate {there} --json out.json", tables)
    assert code == 2
    assert "cannot write 'out.json'" in said


def test_names_that_are_not_utf8(tables):
    name = "q\udcff\x1b[31m.csv"
    path = tables / name
    path.write_bytes((tables / "q.csv").read_bytes())
    outputs = [f"{path}.json", f"{path}.html"]
    done = subprocess.run(
        [*LOCATE.split(), name, "--json", outputs[0], "--report", outputs[1]],
        cwd=tables,
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"q\udcff\x1b[31m.csv against r.csv: 1 of 2" in done.stdout
    for output in map(Path, outputs):
        assert output.stat().st_size > 1000
        output.unlink()
    path.unlink()


def test_an_interrupt_while_modules_are_imported_has_no_traceback():
    code = (
        "import builtins, sys\n"
        "own = builtins.__import__\n"
        "def interrupted(name, *rest):\n"
        "    if name.startswith('cyclopts'):\n"
        "        raise KeyboardInterrupt\n"
        "    return own(name, *rest)\n"
        "builtins.__import__ = interrupted\n"
        "from featureshift.cli import main\n"
        "main(['--version'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")

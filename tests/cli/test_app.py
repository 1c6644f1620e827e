import subprocess
import sys

import pytest

from featureshift.cli import main


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["locate", "{ref}", "nowhere.csv"], "there is no file 'nowhere.csv'"),
        (["locate", "--treshold", "0.5", "{ref}", "{ref}"], "There is no such option"),
        (["locate", "{ref}", "{query}", "--method", "sm-treshold"], "did you mean 'sm-threshold'?"),
        (["locate", "{ref}", "{query}", "--columns", "c9"], "unknown column 'c9'"),
        (["locate", "{ref}", "{query}", "--threshold", "high"], "threshold"),
        (["locate", "{ref}"], "REFERENCE and QUERY"),
        (["locate", "{ref}", "{query}", "--json", "/no/such/dir/out.json"], "cannot write"),
        (["locate", "{ref}", "{query}", "--report", "/no/such/dir/out.html"], "cannot write"),
        (["lokate"], "lokate"),
        (["locate", "{ref}", "{query}", "--seed", "-1"], "seed is no count"),
        (["locate", "~nobody-of-that-name.csv", "{ref}"], "cannot read"),
        (["demo", "--rows", "-1"], "counts"),
    ],
)
def test_bad_input_exits_with_2_and_no_traceback(paths, run, arguments, says):
    code, out, err = run(*(argument.format(**paths) for argument in arguments))
    assert code == 2
    assert says in err
    assert "Traceback" not in out + err


def test_version(run):
    code, out, _ = run("--version")
    assert code == 0
    assert out.strip()[0].isdigit()


@pytest.mark.parametrize("command", [(), ("locate",)], ids=["featureshift", "locate"])
def test_help_tells_the_exit_codes(run, command):
    code, out, _ = run(*command, "--help")
    flat = " ".join(out.split())
    assert code == 0
    assert "0 done; 1 what --fail-on names was found; 2 bad input" in flat
    assert "70 a bug; 130 interrupted" in flat


def test_help_lists_every_command_in_one_line(run):
    out = run("--help")[1]
    listed = [line.split()[1] for line in out.splitlines() if line.startswith("│ ")]
    commands = ["bench", "compare", "completion", "demo", "locate", "methods", "profile"]
    commands += ["train", "weights"]
    assert listed[: len(commands)] == commands


@pytest.mark.parametrize(
    "program",
    [(f"{sys.exec_prefix}/bin/featureshift",), (sys.executable, "-m", "featureshift")],
    ids=["script", "module"],
)
def test_as_a_program_of_its_own(paths, program):
    done = subprocess.run(
        [*program, "locate", paths["ref"], paths["query"], "--fail-on-shift"], capture_output=True
    )
    assert done.returncode == 1
    assert b"c1" in done.stdout


def test_a_bug_is_not_taken_for_a_shift(paths, run, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("a [bug]")

    monkeypatch.setattr("featureshift.cli.locate.localize", broken)
    code, _, err = run("locate", paths["ref"], paths["query"], "--fail-on-shift")
    assert code == 70
    assert "internal error ZeroDivisionError: a [bug]" in err
    monkeypatch.setenv("FEATURESHIFT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["locate", paths["ref"], paths["query"]])


def test_an_interrupt_has_a_code_of_its_own(paths, run, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("featureshift.cli.locate.localize", interrupted)
    assert run("locate", paths["ref"], paths["query"]) == (130, "", "")

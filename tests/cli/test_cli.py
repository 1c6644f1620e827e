import json
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest

from featureshift.cli import main
from featureshift.result import Localization


@pytest.fixture
def paths(tmp_path, rng):
    reference = {f"c{j}": rng.random(2000) for j in range(4)}
    query = {f"c{j}": rng.random(2000) for j in range(4)} | {"c1": rng.random(2000) ** 3}
    for name, columns in {"ref": reference, "same": reference, "query": query}.items():
        pa.csv.write_csv(pa.table(columns), tmp_path / f"{name}.csv")
    return {path.stem: str(path) for path in tmp_path.glob("*.csv")}


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


def test_locate_names_the_shifted_column(paths, capsys):
    code, out, err = run(capsys, "locate", paths["ref"], paths["query"])
    assert code == 0
    assert "query.csv against ref.csv: 1 of 4 columns shifted" in out
    assert "c1" in out
    assert err == ""


def test_fail_on_shift(paths, capsys):
    assert run(capsys, "locate", paths["ref"], paths["query"], "--fail-on-shift")[0] == 1
    assert run(capsys, "locate", paths["ref"], paths["same"], "--fail-on-shift")[0] == 0


def test_quiet_prints_nothing(paths, capsys):
    assert run(capsys, "locate", paths["ref"], paths["query"], "--quiet") == (0, "", "")


def test_json_is_a_saved_localization(paths, capsys, tmp_path):
    run(capsys, "locate", paths["ref"], paths["query"], "--json", tmp_path / "out.json")
    text = (tmp_path / "out.json").read_text()
    assert Localization.from_json(text).shifted_features == ("c1",)
    assert json.loads(text)["rows_used"] == {"reference": 2000, "query": 2000}


def test_every_report_is_written_even_if_quiet(paths, capsys, tmp_path):
    begins = {"report": "<!doctype", "markdown": "###", "junit": "<?xml", "json": "{"}
    options = [x for kind in begins for x in (f"--{kind}", tmp_path / f"out.{kind}")]
    told = run(capsys, "locate", paths["ref"], paths["query"], "--quiet", *options)
    assert told == (0, "", "")
    for kind, start in begins.items():
        text = (tmp_path / f"out.{kind}").read_text()
        assert text.startswith(start)
        assert "c1" in text
    assert "query.csv against ref.csv" in (tmp_path / "out.report").read_text()


@pytest.mark.parametrize(("name", "start"), [("a.md", "###"), ("a.json", "{"), ("a.any", "<!doc")])
def test_the_suffix_of_a_report_names_its_format_and_html_is_the_default(
    paths, capsys, tmp_path, name, start
):
    run(capsys, "locate", paths["ref"], paths["query"], "--quiet", "--report", tmp_path / name)
    assert (tmp_path / name).read_text().startswith(start)


def test_json_holds_the_explanation(paths, capsys, tmp_path):
    run(capsys, "locate", paths["ref"], paths["query"], "--json", tmp_path / "out.json")
    (column,) = json.loads((tmp_path / "out.json").read_text())["explanation"]["columns"]
    assert column["feature"] == "c1"


def test_reports_need_neither_pandas_nor_sklearn_nor_torch(paths, tmp_path):
    """They would take longer to import than the whole report takes."""
    files = [f"--report={tmp_path}/a.html", f"--markdown={tmp_path}/a.md", f"--junit={tmp_path}/a"]
    code = (
        "import sys\nfrom featureshift.cli import main\ntry:\n    main(sys.argv[1:])\n"
        "except SystemExit:\n    print([m for m in ('torch', 'pandas', 'sklearn', 'scipy.stats', "
        "'polars') if m in sys.modules])"
    )
    arguments = ["locate", paths["ref"], paths["query"], "--quiet", *files]
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_columns_ignore_threshold_and_count(paths, capsys):
    def first_line(*options):
        return run(capsys, "locate", paths["ref"], paths["query"], *options)[1].splitlines()[0]

    assert "No shift found in 2 columns" in first_line("--columns", "c0", "c2")
    assert "No shift found in 3 columns" in first_line("--ignore", "c1")
    assert "No shift found in 4 columns" in first_line("--threshold", "1e9")
    assert "2 of 4 columns shifted" in first_line("--n-shifted", "2")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["locate", "{ref}", "nowhere.csv"], "there is no file 'nowhere.csv'"),
        (["locate", "{ref}", "{query}", "--method", "sm-treshold"], "did you mean 'sm-threshold'?"),
        (["locate", "{ref}", "{query}", "--columns", "c9"], "unknown column 'c9'"),
        (["locate", "{ref}", "{query}", "--threshold", "high"], "threshold"),
        (["locate", "{ref}"], "QUERY"),
        (["locate", "{ref}", "{query}", "--json", "/no/such/dir/out.json"], "cannot write"),
        (["locate", "{ref}", "{query}", "--report", "/no/such/dir/out.html"], "cannot write"),
        (["lokate"], "lokate"),
        (["locate", "{ref}", "{query}", "--seed", "-1"], "seed is no count"),
        (["locate", "~nobody-of-that-name.csv", "{ref}"], "cannot read"),
        (["demo", "--rows", "-1"], "counts"),
    ],
)
def test_bad_input_exits_with_2_and_no_traceback(paths, capsys, arguments, says):
    code, out, err = run(capsys, *(argument.format(**paths) for argument in arguments))
    assert code == 2
    assert says in err
    assert "Traceback" not in out + err


def test_demo_tells_the_truth_beside_the_answer(capsys):
    code, out, _ = run(capsys, "demo", "--rows", "1000")
    assert code == 0
    marks = {line.split()[1]: line.split()[0] for line in out.splitlines() if len(line.split()) > 1}
    assert marks["glucose"] == "found"
    assert {"temperature", "smoker", "weight_kg"} <= marks.keys()
    compared = [line.split() for line in out[out.index("the same tables") :].splitlines()[1:]]
    assert [line[0] for line in compared] == ["graphnet", "fslnet", "sm-threshold"]
    assert all(int(found) + int(missed) == 4 for _, found, missed, *_ in compared)


def test_methods_and_version(capsys):
    assert "sm-threshold" in run(capsys, "methods")[1]
    code, out, _ = run(capsys, "--version")
    assert code == 0
    assert out.strip()[0].isdigit()


def test_help_explains_every_option(capsys):
    out = run(capsys, "locate", "--help")[1]
    for option in ("--method", "--columns", "--fail-on-shift", "--quiet", "--json", "--report"):
        assert option in out


@pytest.mark.parametrize("command", [(), ("locate",)], ids=["featureshift", "locate"])
def test_help_tells_the_exit_codes(capsys, command):
    code, out, _ = run(capsys, *command, "--help")
    flat = " ".join(out.split())
    assert code == 0
    assert "0 done; 1 a shift was found and --fail-on-shift was given; 2 bad input" in flat
    assert "70 a bug; 130 interrupted" in flat


def test_help_lists_every_command_in_one_line(capsys):
    out = run(capsys, "--help")[1]
    listed = [line.split()[1] for line in out.splitlines() if line.startswith("│ ")]
    assert listed[:6] == ["bench", "demo", "locate", "methods", "train", "weights"]


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


def test_a_bug_is_not_taken_for_a_shift(paths, capsys, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("a [bug]")

    monkeypatch.setattr("featureshift.cli.locate.localize", broken)
    code, _, err = run(capsys, "locate", paths["ref"], paths["query"], "--fail-on-shift")
    assert code == 70
    assert "internal error ZeroDivisionError: a [bug]" in err
    monkeypatch.setenv("FEATURESHIFT_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["locate", paths["ref"], paths["query"]])


def test_names_that_differ_at_their_end_are_told_apart(capsys, tmp_path, rng):
    stem = "a_column_whose_name_is_longer_than_any_terminal_is_wide_" * 3
    for name, power in (("ref", 1), ("query", 4)):
        columns = {stem + end: rng.random(500) ** power for end in ("one", "two")}
        pa.csv.write_csv(pa.table(columns), tmp_path / f"{name}.csv")
    _, out, _ = run(capsys, "locate", tmp_path / "ref.csv", tmp_path / "query.csv")
    flat = "".join(out.split())
    assert "is_wide_one" in flat
    assert "is_wide_two" in flat


def test_wrong_join_of_the_demo_keeps_the_margin():
    from featureshift.corpus.clinic import two_clinics

    clinics = two_clinics(5000, np.random.default_rng(0))
    own, other = (np.array(t["weight_kg"]) for t in clinics[:2])
    assert abs(own.mean() - other.mean()) < 0.05 * own.std() + 0.5
    height = np.array(clinics.query["height_cm"])
    assert abs(np.corrcoef(height, other)[0, 1]) < 0.1

import json
import math
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pytest

from featureshift.report import console
from featureshift.result import Localization


def test_locate_names_the_shifted_column(paths, run, monkeypatch):
    monkeypatch.setattr(console, "PATIENCE", math.inf)  # no bar, however slow the machine
    code, out, err = run("locate", paths["ref"], paths["query"])
    assert code == 0
    assert "query.csv against ref.csv: 1 of 4 columns shifted" in out
    assert "c1" in out
    assert err == ""


def test_fail_on_shift(paths, run):
    assert run("locate", paths["ref"], paths["query"], "--fail-on-shift")[0] == 1
    assert run("locate", paths["ref"], paths["same"], "--fail-on-shift")[0] == 0


def test_fail_on_names_what_stops_a_pipeline(paths, run, tmp_path):
    narrow = tmp_path / "narrow.csv"
    lines = Path(paths["same"]).read_text(encoding="utf-8").splitlines()
    narrow.write_text("\n".join(line.rsplit(",", 1)[0] for line in lines), encoding="utf-8")
    gates = {"schema": 1, "shift": 0, "table": 0, "shift,schema": 1, "shift,table": 0}
    for gate, code in gates.items():
        assert run("locate", paths["ref"], narrow, "--fail-on", gate)[0] == code
    assert run("locate", paths["ref"], narrow, "--fail-on", "shift", "--fail-on", "schema")[0] == 1
    assert run("locate", paths["ref"], narrow, "--fail-on-shift")[0] == 1
    assert run("locate", paths["ref"], paths["query"], "--fail-on", "schema")[0] == 0
    assert run("locate", paths["ref"], paths["query"], "--fail-on", "shift")[0] == 1


def test_an_unknown_gate_is_refused(paths, run):
    code, _, complaint = run("locate", paths["ref"], paths["same"], "--fail-on", "schema,shfit")
    assert code == 2
    assert "unknown gate of --fail-on 'shfit'" in complaint
    assert "did you mean 'shift'?" in complaint


def test_quiet_prints_nothing(paths, run):
    assert run("locate", paths["ref"], paths["query"], "--quiet") == (0, "", "")


def test_json_is_a_saved_localization(paths, run, tmp_path):
    run("locate", paths["ref"], paths["query"], "--json", tmp_path / "out.json")
    text = (tmp_path / "out.json").read_text()
    assert Localization.from_json(text).shifted_features == ("c1",)
    assert json.loads(text)["rows_used"] == {"reference": 2000, "query": 2000}


def test_every_report_is_written_even_if_quiet(paths, run, tmp_path):
    begins = {"report": "<!doctype", "markdown": "###", "junit": "<?xml", "json": "{"}
    options = [x for kind in begins for x in (f"--{kind}", tmp_path / f"out.{kind}")]
    told = run("locate", paths["ref"], paths["query"], "--quiet", *options)
    assert told == (0, "", "")
    for kind, start in begins.items():
        text = (tmp_path / f"out.{kind}").read_text()
        assert text.startswith(start)
        assert "c1" in text
    assert "query.csv against ref.csv" in (tmp_path / "out.report").read_text()


def test_labels_are_what_people_read(paths, run):
    _, out, _ = run("locate", paths["ref"], paths["query"], "--labels", "January", "February")
    assert "February against January: 1 of 4 columns shifted" in out
    assert "2,000 January rows" in out


def test_the_repaired_query_is_written(run, tmp_path, rng):
    tables = {name: {"a": rng.normal(100, 5, 2000), "b": rng.random(2000)} for name in "rq"}
    for name, columns in tables.items():
        factor = {"a": columns["a"] * (1000 if name == "q" else 1)}
        pa.csv.write_csv(pa.table(columns | factor), tmp_path / f"{name}.csv")
    both = tmp_path / "r.csv", tmp_path / "q.csv"
    code, out, _ = run("locate", *both, "--repair", tmp_path / "mended.csv")
    assert code == 0
    assert "mended.csv: repaired" in out
    assert "done  a: divided by 10" in out
    mended = pa.csv.read_csv(tmp_path / "mended.csv")
    assert mended["a"].to_pylist() == pytest.approx(tables["q"]["a"].tolist(), rel=0.03)
    assert mended["b"].to_pylist() == tables["q"]["b"].tolist()
    code, _, err = run("locate", *both, "--repair", tmp_path / "mended.docx")
    assert code == 2
    assert "expected: a name that ends in .parquet" in err


@pytest.mark.parametrize(("name", "start"), [("a.md", "###"), ("a.json", "{"), ("a.any", "<!doc")])
def test_the_suffix_of_a_report_names_its_format_and_html_is_the_default(
    paths, run, tmp_path, name, start
):
    run("locate", paths["ref"], paths["query"], "--quiet", "--report", tmp_path / name)
    assert (tmp_path / name).read_text().startswith(start)


def test_json_holds_the_explanation(paths, run, tmp_path):
    run("locate", paths["ref"], paths["query"], "--json", tmp_path / "out.json")
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


def test_columns_ignore_threshold_and_count(paths, run):
    def first_line(*options):
        return run("locate", paths["ref"], paths["query"], *options)[1].splitlines()[0]

    assert "No shift found in 2 columns" in first_line("--columns", "c0", "--columns", "c2")
    assert "No shift found in 3 columns" in first_line("--ignore", "c1")
    assert "No shift found in 4 columns" in first_line("--threshold", "1")
    assert "2 of 4 columns shifted" in first_line("--n-shifted", "2")


def test_error_budget_and_least_effect(paths, run):
    told = run("locate", paths["ref"], paths["query"], "--error-budget", "0.05")
    assert "1 of 4 columns shifted" in told[1]
    assert "an error budget is given" in told[1]
    told = run("locate", paths["ref"], paths["query"], "--min-effect", "1")
    assert "No shift found" in told[1]
    assert "1 of 1 shifted features" in told[1]
    code, _, err = run(
        "locate", paths["ref"], paths["query"], "--error-budget", "0.05", "--n-shifted", "1"
    )
    assert code == 2
    assert "error_budget excludes threshold and n_shifted" in err


def test_names_that_differ_at_their_end_are_told_apart(run, tmp_path, rng):
    stem = "a_column_whose_name_is_longer_than_any_terminal_is_wide_" * 3
    for name, power in (("ref", 1), ("query", 4)):
        columns = {stem + end: rng.random(500) ** power for end in ("one", "two")}
        pa.csv.write_csv(pa.table(columns), tmp_path / f"{name}.csv")
    _, out, _ = run("locate", tmp_path / "ref.csv", tmp_path / "query.csv")
    flat = "".join(out.split())
    assert "is_wide_one" in flat
    assert "is_wide_two" in flat


def test_help_explains_every_option(run):
    out = run("locate", "--help")[1]
    for option in ("--method", "--columns", "--fail-on-shift", "--quiet", "--json", "--report"):
        assert option in out


def test_a_configuration_of_the_project(paths, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "featureshift.toml").write_text('ignore = ["c1*"]\nfail_on = ["shift"]')
    places = paths["ref"], paths["query"]
    assert "No shift found in 3 columns" in run("locate", *places)[1]
    assert run("locate", *places, "--no-config")[0] == 0
    code, out, _ = run("locate", *places, "--ignore", "c0")
    assert (code, "1 of 3 columns shifted" in out) == (1, True)
    (tmp_path / "other.toml").write_text("ignored = 1")
    code, _, err = run("locate", *places, "--config", tmp_path / "other.toml")
    assert code == 2
    assert "unknown setting 'ignored'" in err
    assert "did you mean 'ignore'" in err


def test_the_dialect_can_be_said(run, tmp_path, rng):
    for name in ("ref", "query"):
        lines = "".join(f"{a:.3f}|{b:.3f}\n" for a, b in rng.random((300, 2)))
        (tmp_path / f"{name}.csv").write_text("a|b\n" + lines.replace(".", ","))
    places = tmp_path / "ref.csv", tmp_path / "query.csv"
    out = run("locate", *places)[1]
    assert "both tables are read with '|' between fields, a decimal comma" in out
    code, _, err = run("locate", *places, "--separator", ";")
    assert code == 2
    assert "no column that can be compared" in err


def test_a_table_from_the_standard_input(paths):
    with Path(paths["query"]).open("rb") as query:
        done = subprocess.run(
            [sys.executable, "-m", "featureshift", "locate", paths["ref"], "-", "--fail-on-shift"],
            stdin=query,
            capture_output=True,
            text=True,
        )
    assert done.returncode == 1, done.stderr
    assert "standard input against ref.csv: 1 of 4 columns shifted" in done.stdout


def test_options_do_not_swallow_the_tables(paths, run):
    out = run("locate", "--ignore", "c0", "--ignore", "c1", paths["ref"], paths["query"])[1]
    assert "No shift found in 2 columns" in out


def test_globs_of_columns(paths, run):
    out = run("locate", paths["ref"], paths["query"], "--columns", "c[02]")[1]
    assert "No shift found in 2 columns" in out


def test_a_report_on_the_standard_output_stands_there_alone(paths, run):
    code, out, err = run("locate", paths["ref"], paths["query"], "--json", "-")
    assert code == 0
    assert Localization.from_json(out).shifted_features == ("c1",)
    assert err == ""


def test_several_queries_are_compared_with_one_reference(paths, run, tmp_path):
    both = paths["ref"], paths["same"], paths["query"]
    code, out, _ = run("locate", *both, "--fail-on", "shift", "--markdown", tmp_path / "{query}.md")
    assert code == 1
    assert "query.csv against ref.csv: 1 of 4" in out
    assert out.count(" against ref.csv") == 2
    assert len(list(tmp_path.glob("*.md"))) == 2
    assert run("locate", *both, "--report", tmp_path / "one.html")[0] == 2


def test_the_verdict_is_told_even_where_a_file_cannot_be_written(paths, run, tmp_path):
    absent, there = tmp_path / "absent" / "out.json", tmp_path / "out.html"
    code, out, err = run(
        *("locate", paths["ref"], paths["query"], "--json", absent, "--report", there),
        *("--markdown", tmp_path, "--fail-on-shift"),
    )
    assert code == 2
    assert "1 of 4 columns shifted" in out
    assert "2 files could not be written" in err
    assert there.read_text().startswith("<!doctype html>")


def test_of_several_queries_each_is_told_whatever_becomes_of_its_file(paths, run, tmp_path):
    (tmp_path / "out-query.html").mkdir()
    report = tmp_path / "out-{query}.html"
    both = paths["query"], paths["same"]
    code, out, err = run("locate", paths["ref"], *both, "--report", report)
    assert code == 2
    assert "query.csv against ref.csv" in out
    assert "same.csv against ref.csv" in out
    assert "cannot write" in err
    assert (tmp_path / "out-same.html").is_file()


@pytest.mark.parametrize("command", ["locate", "compare", "profile"])
def test_nothing_is_written_over_what_is_read(paths, run, command):
    before = Path(paths["query"]).read_bytes()
    option = "-o" if command == "profile" else "--json"
    code, _, err = run(command, paths["ref"], paths["query"], option, paths["query"])
    assert code == 2
    assert "over what is read" in err
    assert Path(paths["query"]).read_bytes() == before


def test_reports_of_queries_of_one_name_need_two_files(paths, run, tmp_path):
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "query.csv"
    other.write_bytes(Path(paths["query"]).read_bytes())
    code, _, err = run(
        *("locate", paths["ref"], paths["query"], other, "--json", tmp_path / "{query}.json")
    )
    assert code == 2
    assert "two outputs" in err


def test_what_a_file_holds_steers_no_terminal(paths, run, tmp_path):
    hostile = tmp_path / "hostile.csv"
    hostile.write_text("a,b\n1,2\n3,4,\x1b]0;owned\x07" + "x" * 5000 + "\n")
    for arguments in (
        ("locate", paths["ref"], hostile),
        ("locate", paths["ref"], paths["query"], "--columns", "\x1b[2Jno\u202e"),
        ("locate", "\x1b[2J.csv", paths["query"]),
        ("\x1b[2J",),
    ):
        code, out, err = run(*arguments)
        assert code == 2
        assert (out + err).replace("\n", "").isprintable()
        assert len(err) < 3000

import json
import subprocess
import sys

import pyarrow as pa
import pyarrow.csv
import pytest

from featureshift.result import Localization


def test_locate_names_the_shifted_column(paths, run):
    code, out, err = run("locate", paths["ref"], paths["query"])
    assert code == 0
    assert "query.csv against ref.csv: 1 of 4 columns shifted" in out
    assert "c1" in out
    assert err == ""


def test_fail_on_shift(paths, run):
    assert run("locate", paths["ref"], paths["query"], "--fail-on-shift")[0] == 1
    assert run("locate", paths["ref"], paths["same"], "--fail-on-shift")[0] == 0


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

    assert "No shift found in 2 columns" in first_line("--columns", "c0", "c2")
    assert "No shift found in 3 columns" in first_line("--ignore", "c1")
    assert "No shift found in 4 columns" in first_line("--threshold", "1e9")
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

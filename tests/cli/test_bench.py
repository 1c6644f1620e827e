import pytest

from featureshift.bench.rows import ResultFile, read_results
from featureshift.bench.task import find_suite
from featureshift.cli import main


@pytest.fixture(autouse=True)
def _own_lock(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


def call(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(["bench", *map(str, arguments)])
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


def test_smoke_and_its_table(tmp_path, capsys):
    methods = "sm-threshold, select-k-best, mb-sm"
    code, _, err = call(capsys, "run", "smoke", "--methods", methods, "--out", tmp_path)
    assert code == 0
    rows = read_results(tmp_path)
    assert {row.task for row in rows} == {task.id for task in find_suite("smoke").tasks}
    assert f"ok: {len(rows)}" in err
    code, out, _ = call(capsys, "table", tmp_path, "--suite", "smoke", "--by", "dataset")
    assert code == 0
    assert all(out.count(method) == 2 for method in methods.split(", "))
    _, _, err = call(capsys, "run", "smoke", "--methods", methods, "--out", tmp_path)
    assert f"0 cells to run, {len(rows)} done before" in err


def test_methods_that_are_told_the_count_have_results_of_their_own(tmp_path, capsys):
    call(capsys, "run", "smoke", "--methods", "mrmr", "--out", tmp_path, "--count-given")
    assert read_results(tmp_path) == []
    rows = read_results(tmp_path / "count-given")
    assert len(rows) == len(find_suite("smoke").tasks)
    assert all(row.n_flagged == row.n_shifted for row in rows)


def test_table_filters_and_compares(tmp_path, capsys, make_row):
    for method, f1 in (("a", 1.0), ("b", 0.5)):
        ResultFile(tmp_path / f"{method}.csv").append(make_row(method=method, f1=f1))
    _, out, err = call(
        capsys, "table", tmp_path, "--suite", "smoke", "--style", "csv", "--compare", "a, b"
    )
    assert "a,all,1.000" in out
    assert "against" not in out  # the table can be piped
    assert "a against b on 1 tasks" in err
    everything = call(
        capsys, "table", tmp_path, "--suite", "all", "--style", "csv", "--methods", "a"
    )
    assert "b," not in everything[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "locale"], "did you mean 'local'"),
        (["run", "smoke", "--methods", "nope"], "unknown method 'nope'"),
        (["run", "local", "--data", "nowhere"], "MANIFEST.csv"),
        (["table", "nowhere"], "featureshift bench run"),
        (["table", "{rows}", "--suite", "all", "--compare", "a"], "two methods"),
        (["run", "smoke", "--jobs", "0", "--out", "{rows}"], "jobs is no count"),
        (["run", "smoke", "--tasks", "/nope.toml"], "no file of tasks"),
        (
            ["run", "smoke", "--methods", "featureshift.bench.cell:Cell"],
            "cannot be made by default",
        ),
    ],
)
def test_bad_input(tmp_path, capsys, make_row, arguments, says):
    ResultFile(tmp_path / "m.csv").append(make_row())
    arguments = [argument.format(rows=tmp_path) for argument in arguments]
    code, _, err = call(capsys, *arguments)
    assert code == 2
    assert says in err


def test_absent_data_is_said(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("featureshift.bench.runner.run", lambda *_, **__: None)
    _, _, err = call(capsys, "run", "paper", "--methods", "sm-threshold", "--out", tmp_path)
    assert "absent" in err
    assert "canine" in " ".join(err.split())


def test_suites_are_listed(capsys):
    _, out, _ = call(capsys, "suites")
    for name in ("paper", "local", "smoke", "no-shift", "scale", "images"):
        assert name in out


@pytest.mark.parametrize(
    "options",
    [
        ("--time-limit", "-1"),
        ("--time-limit", "nan"),
        ("--memory-limit", "0"),
        ("--jobs", "0"),
        ("--timeouts", "-3"),
    ],
)
def test_limits_are_amounts(run, tmp_path, options):
    code, _, err = run("bench", "run", "smoke", "--out", tmp_path, *options)
    assert code == 2
    assert options[0] in err


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"a = [", b"suites = 3", b"[suites]\nx = 1"])
def test_a_file_that_holds_no_tasks(run, tmp_path, content):
    path = tmp_path / "tasks.toml"
    path.write_bytes(content)
    code, _, err = run("bench", "suites", "--tasks", path)
    assert code == 2
    assert "is no file of tasks" in err

import pytest

from benchmarks.reality.commands import main
from benchmarks.reality.kinds import KINDS
from benchmarks.reality.populations import public
from benchmarks.reality.result_rows import read_rows


def run(*arguments):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return end.value.code


def run_ks(out, *arguments, kinds=("shares", "share-in-percent")):
    only = [word for kind in kinds for word in ("--only", kind)]
    return run("run", "--method", "ks-bonferroni", "--out", str(out), *only, *arguments)


def test_a_run_goes_on_where_it_was(tmp_path):
    out = tmp_path / "new" / "ks.csv"
    assert run_ks(out, "--runs", "1") == 0
    first = out.read_text()
    assert run_ks(out, "--runs", "2") == 0
    assert out.read_text().startswith(first)
    keys = [row.key for row in read_rows(out)]
    assert keys == [(kind, number) for number in (0, 1) for kind in ("shares", "share-in-percent")]


def test_later_runs_can_be_asked_for(tmp_path):
    run_ks(tmp_path / "ks.csv", "--first", "1000", "--runs", "1", kinds=("shares",))
    assert [row.run for row in read_rows(tmp_path / "ks.csv")] == [1000]


def test_what_is_missing_is_told(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(public.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(public, "public_table", lambda _: public.penguins())
    kinds = ("public-rows", "shares")
    assert run_ks(tmp_path / "ks.csv", "--runs", "1", kinds=kinds) == 1
    assert "not run: public-rows: palmerpenguins is not installed" in capsys.readouterr().out
    assert [row.kind for row in read_rows(tmp_path / "ks.csv")] == ["shares"]


def test_who_needs_the_number_is_not_measured_on_quiet_kinds(tmp_path, capsys):
    arguments = (
        "--method",
        "mb-ks",
        "--runs",
        "0",
        "--only",
        "shares",
        "--out",
        tmp_path / "m.csv",
    )
    assert run("run", *map(str, arguments)) == 0
    assert "not measured: shares: mb-ks must be given" in capsys.readouterr().out


def test_the_table_is_printed_and_written(tmp_path, capsys):
    run_ks(tmp_path / "ks.csv", "--runs", "1")
    assert run("table", "--results", str(tmp_path)) == 0
    assert (tmp_path / "README.md").read_text() in capsys.readouterr().out
    assert "`share-in-percent`" in (tmp_path / "README.md").read_text()


def test_every_kind_is_listed_in_words(capsys):
    assert run("kinds") == 0
    text = capsys.readouterr().out
    assert all(f"  {name} " in text and kind.about in text for name, kind in KINDS.items())

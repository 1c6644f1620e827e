import pytest

import featureshift as fs


@pytest.fixture
def profile(paths, run, tmp_path):
    assert run("profile", paths["ref"], "-o", tmp_path / "ref.fsp")[0] == 0
    return tmp_path / "ref.fsp"


def test_it_says_what_it_wrote(paths, run, tmp_path):
    code, out, _ = run("profile", paths["ref"], "--output", tmp_path / "ref.fsp")
    assert code == 0
    assert "Profile(2,000 rows, 4 columns, all rows kept), 0.1 MB" in out.replace("\n", " ")
    assert run("profile", paths["ref"], "-o", tmp_path / "ref.fsp", "-q") == (0, "", "")


def test_locate_takes_it_as_the_reference(paths, run, profile, tmp_path):
    code, out, _ = run("locate", profile, paths["query"], "--json", tmp_path / "out.json")
    assert code == 0
    assert "query.csv against ref.fsp: 1 of 4 columns shifted" in out
    run("locate", paths["ref"], paths["query"], "--json", tmp_path / "wanted.json")
    found, wanted = (
        fs.Localization.from_json((tmp_path / name).read_text())
        for name in ("out.json", "wanted.json")
    )
    assert found.scores.tolist() == wanted.scores.tolist()
    assert run("locate", profile, paths["query"], "--fail-on-shift")[0] == 1


def test_columns_can_be_left_out(paths, run, tmp_path):
    run("profile", paths["ref"], "-o", tmp_path / "ref.fsp", "--ignore", "c[12]")
    names = [column.name for column in fs.load_profile(tmp_path / "ref.fsp").columns]
    assert names == ["c0", "c3"]


def test_several_tables_are_one_below_the_other(paths, run, profile, tmp_path):
    both = tmp_path / "both.fsp"
    assert run("profile", profile, paths["same"], "-o", both)[0] == 0
    assert fs.load_profile(both).n_rows == 4000


def test_the_dialect_can_be_said(run, tmp_path):
    (tmp_path / "a.csv").write_text("a;b\n1;2\n3;4\n")
    run("profile", tmp_path / "a.csv", "-o", tmp_path / "a.fsp", "--separator", "|")
    assert [column.name for column in fs.load_profile(tmp_path / "a.fsp").columns] == ["a;b"]


def test_a_damaged_profile_is_bad_input(paths, run, profile):
    profile.write_bytes(profile.read_bytes()[:-100])
    code, _, complaint = run("locate", profile, paths["query"])
    assert code == 2
    assert "damaged or was altered" in complaint
    assert "make it again with featureshift profile" in complaint


def test_a_method_that_needs_all_rows_is_bad_input(paths, run, tmp_path, monkeypatch):
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)
    run("profile", paths["ref"], "-o", tmp_path / "ref.fsp")
    code, _, complaint = run(
        "locate", tmp_path / "ref.fsp", paths["query"], "--method", "sm-threshold"
    )
    assert code == 2
    assert "does not hold all its rows" in complaint


def test_without_rows(paths, run, tmp_path):
    code, out, _ = run("profile", paths["ref"], "-o", tmp_path / "ref.fsp", "--no-rows")
    assert code == 0
    assert "Profile(2,000 rows, 4 columns, margins only)" in " ".join(out.split())
    code, out, _ = run("locate", tmp_path / "ref.fsp", paths["query"])
    assert code == 0
    assert "kept no rows" in " ".join(out.split())

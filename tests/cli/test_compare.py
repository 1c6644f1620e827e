import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from featureshift.comparing.comparison import Comparison


@pytest.fixture
def sources(tmp_path):
    rng = np.random.default_rng(5)
    for k in range(4):
        columns = {name: rng.normal(size=400) for name in "abc"}
        if k == 2:
            columns["b"] += 3
        pa.parquet.write_table(pa.table(columns), tmp_path / f"h{k}.parquet")
    return [tmp_path / f"h{k}.parquet" for k in range(4)]


def test_the_odd_source_is_named(sources, run):
    code, out, _ = run("compare", *sources)
    assert code == 0
    assert out.startswith("1 of 4 sources is odd")
    assert "h2.parquet  b" in out


def test_files_and_gates(sources, run, tmp_path):
    page, saved = tmp_path / "c.html", tmp_path / "c.json"
    told = run("compare", *sources, "-q", "--report", page, "--json", saved, "--fail-on", "shift")
    assert told == (1, "", "")
    assert page.read_text().startswith("<!doctype html>")
    assert Comparison.from_json(saved.read_text()).odd == ("h2.parquet",)
    assert run("compare", *sources, "-q", "--fail-on", "schema")[0] == 0
    assert run("compare", *sources[:2], "-q", "--fail-on-shift")[0] == 0


def test_json_to_the_standard_output(sources, run):
    _, out, _ = run("compare", *sources, "--json", "-")
    assert json.loads(out)["odd"] == ["h2.parquet"]


def test_labels(sources, run):
    names = [x for name in ("n", "e", "s", "w") for x in ("--labels", name)]
    assert "s       b" in run("compare", *sources, *names)[1]
    code, _, complaint = run("compare", *sources, "--labels", "n")
    assert code == 2
    assert "not as many labels as sources" in complaint


def test_the_same_source_twice_is_refused(sources, run):
    code, _, complaint = run("compare", sources[0], sources[0])
    assert code == 2
    assert "same name" in complaint


class TestOneTable:
    @pytest.fixture
    def table(self, tmp_path, rng):
        sex = np.array(["f", "m", "x"])[np.arange(1500) % 3]
        days = np.datetime64("2025-01-01") + rng.integers(0, 50, 1500)
        columns = {"v": rng.normal(size=1500) + 2 * (sex == "x"), "w": rng.random(1500)}
        path = tmp_path / "t.parquet"
        pa.parquet.write_table(pa.table(columns | {"sex": sex, "day": days}), path)
        return path

    def test_groups(self, table, run, tmp_path):
        page = tmp_path / "g.html"
        code, out, _ = run("locate", table, "--by", "sex", "--report", page, "--fail-on", "shift")
        assert code == 1
        assert out.startswith("sex: 1 of 3 groups is odd")
        assert "Groups by" in page.read_text()

    def test_before_and_after(self, table, run):
        code, out, _ = run("locate", table, "--split-at", "2025-02-01", "--time", "day")
        assert code == 0
        assert "from 2025-02-01 against before 2025-02-01: No shift found" in out

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            ([], "there is no table to compare with"),
            (["--split-at", "2025-02-01"], "needs the column of the dates"),
            (["--by", "sex", "--split-at", "1", "--time", "day"], "rows of one table"),
            (["other.parquet", "--by", "sex"], "rows of one table"),
            (["--by", "sex", "--junit", "x.xml"], "--markdown and --junit cannot be used"),
            (["--by", "sex", "--repair", "x.csv"], "--repair cannot be used with --by"),
            (["--by", "v"], "too many values to be groups"),
        ],
    )
    def test_what_does_not_go_together(self, table, run, arguments, complaint):
        code, out, said = run("locate", table, *arguments)
        assert (code, out) == (2, "")
        assert complaint in said

import pytest

from featureshift.bench.reliability import read_reliability
from featureshift.bench.rows import ResultFile
from featureshift.bench.task import find_suite
from featureshift.cli import main
from featureshift.methods.base import Localizer, MethodInfo, Scores

pytest.importorskip("matplotlib")


class Half(Localizer):
    info = MethodInfo("half", "", "", False, False, "")

    def _score(self, pair, rng, progress):
        return Scores(rng.random(pair.n_features), 0.5)


def call(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(["bench", *map(str, arguments)])
    captured = capsys.readouterr()
    return stop.value.code, captured.out, " ".join(captured.err.split())


@pytest.fixture
def results(tmp_path, make_row):
    """Two methods on suite methods, as files."""
    place = tmp_path / "results"
    place.mkdir()
    for method, f1 in (("graphnet", 0.9), ("mb-sm", 0.5)):
        rows = [
            make_row(task=task.id, method=method, f1=f1) for task in find_suite("methods").tasks
        ]
        ResultFile(place / f"{method}.csv").replace(rows)
    return place


def test_figures_are_written(results, tmp_path, capsys):
    code, _, err = call(capsys, "figures", "--results", results, "--out", tmp_path / "out")
    assert code == 0
    assert "drew f1-methods" in err
    assert (tmp_path / "out" / "f1-methods.svg").exists()


def test_page_and_its_figures(results, tmp_path, capsys):
    out = tmp_path / "docs" / "benchmarks.md"
    code, _, _ = call(capsys, "page", "--results", results, "--out", out)
    assert code == 0
    text = out.read_text(encoding="utf-8")
    assert "| `graphnet` | 0.900 |" in text
    for name in ("f1-methods", "size-methods"):
        assert f"(figures/{name}.svg)" in text
        assert (out.parent / "figures" / f"{name}.svg").exists()
    (out.parent / "figures" / "f1-methods.svg").unlink()
    call(capsys, "page", "--results", results, "--out", out, "--text-only")
    assert out.read_text(encoding="utf-8") == text
    assert not (out.parent / "figures" / "f1-methods.svg").exists()


def test_page_without_results_is_refused(tmp_path, capsys):
    code, _, err = call(capsys, "page", "--results", tmp_path, "--out", tmp_path / "p.md")
    assert code == 2
    assert "bench run" in err
    assert not (tmp_path / "p.md").exists()


def test_images_without_their_table_are_a_note(results, tmp_path, capsys):
    (tmp_path / "data").mkdir()
    head, line = "name,file,n_samples,n_features,type,source,license", "u,u.npz,2,2,continuous,,"
    (tmp_path / "data" / "MANIFEST.csv").write_text(f"{head}\n{line}\n")
    code, _, err = call(
        capsys,
        *("figures", "--results", results, "--out", tmp_path / "out"),
        *("--data", tmp_path / "data"),
    )
    assert code == 0
    assert "no figures of images: data set 'mnist' is not at hand" in err


def test_reliability_resumes(tmp_path, capsys):
    arguments = "reliability", "smoke", "--method", f"{__name__}:Half", "--out", tmp_path
    code, first, _ = call(capsys, *arguments)
    assert code == 0
    assert first.startswith("half: mean calibration error 0.")
    rows = read_reliability(tmp_path / "half.csv")
    assert {row.dataset for row in rows} == {"sim-factors", "sim-bernoulli"}
    _, second, err = call(capsys, *arguments)
    assert second == first
    assert "sim-factors" not in err
    assert read_reliability(tmp_path / "half.csv") == rows

import pytest

from featureshift.bench.rows import ResultFile
from featureshift.bench.task import find_suite

pytest.importorskip("matplotlib")


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


def test_figures_are_written(results, tmp_path, call):
    code, _, err = call("figures", "--results", results, "--out", tmp_path / "out")
    assert code == 0
    assert "drew methods/f1" in err
    assert (tmp_path / "out" / "methods/f1.svg").exists()


def test_page_and_its_figures(results, tmp_path, call):
    out = tmp_path / "docs" / "benchmarks.md"
    code, _, _ = call("page", "--results", results, "--out", out)
    assert code == 0
    text = out.read_text(encoding="utf-8")
    assert "| `graphnet` | 0.900 |" in text
    for name in ("methods/f1", "methods/size"):
        assert f"(figures/{name}.svg)" in text
        assert (out.parent / "figures" / f"{name}.svg").exists()
    (out.parent / "figures" / "methods/f1.svg").unlink()
    call("page", "--results", results, "--out", out, "--text-only")
    assert out.read_text(encoding="utf-8") == text
    assert not (out.parent / "figures" / "methods/f1.svg").exists()


def test_page_without_results_is_refused(tmp_path, call):
    code, _, err = call("page", "--results", tmp_path, "--out", tmp_path / "p.md")
    assert code == 2
    assert "bench run" in err
    assert not (tmp_path / "p.md").exists()


def test_images_without_their_table_are_a_note(results, tmp_path, call):
    (tmp_path / "data").mkdir()
    head, line = "name,file,n_samples,n_features,type,source,license", "u,u.npz,2,2,continuous,,"
    (tmp_path / "data" / "MANIFEST.csv").write_text(f"{head}\n{line}\n")
    code, _, err = call(
        *("figures", "--results", results, "--out", tmp_path / "out"),
        *("--data", tmp_path / "data"),
    )
    assert code == 0
    assert "no figures of images: data set 'mnist' is not at hand" in err

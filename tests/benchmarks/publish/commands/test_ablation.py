from pathlib import Path

import pytest

from benchmarks.publish.load_results import load_results
from benchmarks.publish.page import render_page
from featureshift.bench.rows import OK, read_results
from featureshift.bench.task import find_suite

SMOKE = Path(__file__).parents[4] / "configs" / "smoke.toml"


@pytest.fixture(autouse=True)
def _own_lock(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))


@pytest.fixture
def ablate(tmp_path, call):
    def ablate(*arguments):
        places = "--out", tmp_path / "out", "--results", tmp_path / "results" / "ablation"
        code, _, err = call("ablation", SMOKE, *places, *arguments)
        return code, err

    return ablate


@pytest.mark.usefixtures("training_clock")
def test_a_variant_is_trained_measured_and_told(tmp_path, ablate):
    arguments = "--seconds", 0.5, "--variants", "me-pn", "--suite", "smoke"
    assert ablate(*arguments)[0] == 0
    rows = read_results(tmp_path / "results" / "ablation")
    tasks = {task.id for task in find_suite("smoke").tasks}
    names = {"sm-threshold", "me-pn"}
    assert {row.key for row in rows} == {(task, name) for task in tasks for name in names}
    assert {row.status for row in rows} == {OK}
    found = load_results(tmp_path / "results")
    assert {each.variant: each.seconds for each in found.trained} == {"me-pn": 0.5}
    page = render_page(found, {})
    assert "| ME + PN | 0.742 | 0." in page
    assert "| SM + NE + PN | 0.878 | - | - | - | - |" in page

    code, err = ablate(*arguments)
    assert (code, "holds an ablation already" in err) == (2, True)
    code, err = ablate(*arguments, "--resume")
    assert (code, f"0 cells to run, {len(rows)} done before" in err) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--suite", "smoke", "--variants", "sm-ne"], "or 'sm-ne-pn'"),
        (["--suite", "smoke", "--seconds", "0"], "needs time to train"),
        (["--suite", "smoky"], "did you mean 'smoke'"),
        ([], "no tables gas, covid, energy"),
    ],
)
def test_mistakes_are_told_before_training(tmp_path, ablate, arguments, says):
    code, err = ablate(*arguments)
    assert code == 2
    assert says in err
    assert not (tmp_path / "out").exists()


def test_a_stopped_ablation_measures_nothing(tmp_path, ablate, monkeypatch):
    monkeypatch.setattr(
        "benchmarks.publish.ablation.training.train_variants", lambda *_, **__: False
    )
    code, err = ablate("--suite", "smoke")
    assert (code, "go on with --resume" in err) == (0, True)
    assert not (tmp_path / "results").exists()

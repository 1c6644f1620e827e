import pytest

from featureshift.bench.cell import Cell, localizer_named, run_cell
from featureshift.bench.task import SlowCap, Task
from featureshift.errors import OptionError
from featureshift.methods.baselines.mb_sm import MBSM

FSLNET = "featureshift.methods.fslnet.localizer:FSLNet"


def test_weights_follow_the_method(tmp_path):
    localizer = localizer_named(f"{FSLNET}@{tmp_path}/a@b:c")
    assert localizer.weights == tmp_path / "a@b:c"
    assert localizer_named(FSLNET).weights is None


def test_a_method_without_weights_takes_none(tmp_path):
    with pytest.raises(OptionError, match="cannot be made"):
        localizer_named(f"sm-threshold@{tmp_path}")


@pytest.mark.parametrize("manipulation", ["E2", "none"])
def test_conditional_tests_are_told_the_number_unless_it_is_zero(manipulation, monkeypatch):
    told = []
    original = MBSM.localize

    def remember(self, *tables, n_shifted=None, seed=0):
        told.append(n_shifted)
        return original(self, *tables, n_shifted=n_shifted, seed=seed)

    monkeypatch.setattr(MBSM, "localize", remember)
    task = Task("sim-factors", manipulation, 0.25, rows=60, columns=8, seed=0)
    run_cell(Cell(task, "mb-sm", SlowCap(700, 1000), None), lambda _: None)
    assert told == [2 if manipulation == "E2" else None]

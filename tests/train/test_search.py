import pytest

from featureshift.errors import OptionError
from featureshift.train import search as search_module
from featureshift.train.search import search


@pytest.fixture
def tiny(smoke):
    return smoke(optimizer={"total_steps": 1}, stream={"group": 2, "ring": 1})


def test_a_search_resumes(tiny, tmp_path, monkeypatch):
    seen = []
    first = search(tiny, tmp_path, 1, report=seen.append)
    assert len(first) == len(seen) == 1
    trained = []
    real = search_module.train
    monkeypatch.setattr(
        search_module, "train", lambda c, *a, **k: trained.append(c) or real(c, *a, **k)
    )
    both = search(tiny, tmp_path, 2)
    assert len(trained) == 1
    assert {trial.number for trial in both} == {0, 1}
    assert both[0].mean_f1 >= both[1].mean_f1
    assert both[0].settings != both[1].settings
    assert (tmp_path / "trial-0001" / "log.jsonl").exists()
    assert len(search(tiny, tmp_path, 2)) == 2
    assert len(trained) == 1


def test_no_trials(tiny, tmp_path):
    with pytest.raises(OptionError, match="needs trials"):
        search(tiny, tmp_path, 0)

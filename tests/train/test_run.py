import json
import time

import pytest
import torch

from featureshift.errors import OptionError
from featureshift.train import checkpoint
from featureshift.train import trainer as trainer_module
from featureshift.train.exporting import best_model
from featureshift.train.run import train
from featureshift.train.validation import Report


def weights(out):
    return checkpoint.load(out / checkpoint.LAST)["model"]


def lines(out):
    return [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]


def identical(one, other):
    return one.keys() == other.keys() and all(torch.equal(one[key], other[key]) for key in one)


ABLATIONS = {
    "full": {},
    "SM": {"use_moments": False, "use_embedding": False},
    "ME": {"use_measures": False, "use_embedding": False},
    "NE": {"use_measures": False, "use_moments": False},
    "ME+NE": {"use_measures": False},
    "SM+ME": {"use_embedding": False},
    "SM+NE": {"use_moments": False},
    "attention": {"embedding_attention": True, "prediction_attention": True},
}


@pytest.mark.parametrize("network", ABLATIONS.values(), ids=ABLATIONS)
def test_every_ablation_trains_in_seconds(network, smoke, tmp_path):
    started = time.monotonic()
    outcome = train(smoke(network=network), tmp_path / "out")
    assert time.monotonic() - started < 5
    assert outcome.reason == "steps"
    assert (outcome.progress.step, outcome.progress.examples) == (20, 80)
    assert outcome.progress.best >= 0


def test_resumed_training_gives_identical_weights(smoke, tmp_path):
    config = smoke(network={"prediction_attention": True, "attention_dropout": 0.3})
    train(config, tmp_path / "whole")
    count = iter(range(100))
    part = train(config, tmp_path / "parts", stop=lambda: next(count) == 6)
    assert part.reason == "session"
    assert part.progress.step == 7
    again = train(config, tmp_path / "parts", resume=True, max_seconds=0.0)
    assert again.progress.step == 7
    # The global generator is not to matter.
    torch.manual_seed(12345)
    done = train(config, tmp_path / "parts", resume=True)
    assert done.reason == "steps"
    assert identical(weights(tmp_path / "whole"), weights(tmp_path / "parts"))
    first, second = (
        {**line, "seconds": 0}
        for line in (lines(tmp_path / "whole")[-1], lines(tmp_path / "parts")[-1])
    )
    assert first["validation"] == second["validation"]
    assert first["loss"]["total"] == second["loss"]["total"]
    assert done.progress.seconds > part.progress.seconds


def test_killed_between_checkpoints_goes_back_to_the_last(smoke, tmp_path, monkeypatch):
    config = smoke()
    train(config, tmp_path / "whole")
    count = iter(range(100))
    train(config, tmp_path / "killed", stop=lambda: next(count) == 4)

    def killed(*_):
        if len(lines(tmp_path / "killed")) >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(config, tmp_path / "killed", resume=True, watch=killed)
    assert checkpoint.load(tmp_path / "killed" / checkpoint.LAST)["progress"]["step"] == 5
    train(config, tmp_path / "killed", resume=True)
    assert identical(weights(tmp_path / "whole"), weights(tmp_path / "killed"))
    assert [line["step"] for line in lines(tmp_path / "killed")] == [5, 10, 15, 20]


def test_work_is_not_lost(smoke, tmp_path):
    config = smoke(optimizer={"total_steps": 2})
    train(config, tmp_path)
    with pytest.raises(OptionError, match="--resume"):
        train(config, tmp_path)
    other = smoke(optimizer={"total_steps": 2, "learning_rate": 0.5})
    with pytest.raises(OptionError, match="not the one this training began with"):
        train(other, tmp_path, resume=True)
    before = weights(tmp_path)
    assert train(config, tmp_path, resume=True).progress.step == 2
    assert identical(before, weights(tmp_path))
    longer = smoke(optimizer={"total_steps": 3})
    assert train(longer, tmp_path, resume=True).progress.step == 3


def test_resume_begins_where_nothing_is(smoke, tmp_path):
    assert train(smoke(optimizer={"total_steps": 1}), tmp_path, resume=True).progress.step == 1


def test_the_log(smoke, tmp_path):
    train(smoke(), tmp_path)
    log = lines(tmp_path)
    assert [line["step"] for line in log] == [5, 10, 15, 20]
    assert [line["examples"] for line in log] == [20, 40, 60, 80]
    assert all(line["learning_rate"] > 0 and line["seconds"] > 0 for line in log)
    assert {"total", "cross_entropy", "auxiliary"} < set(log[0]["loss"])
    assert ["validation" in line for line in log] == [False, True, False, True]
    validation = log[1]["validation"]
    assert set(validation["f1"]) <= {f"T{k}" for k in range(1, 9)}
    assert 0 <= validation["false_alarms"] <= 1
    assert sum(log[1]["probabilities"].values()) == pytest.approx(1)


def test_early_stopping_keeps_the_best(smoke, tmp_path, monkeypatch):
    scores = iter([0.3, 0.5, 0.4, 0.4, 0.9])

    def fake(*_):
        return Report(next(scores), {"T1": 0.5}, 1.0, 0.0, 1)

    monkeypatch.setattr(trainer_module, "validate", fake)
    config = smoke(validation={"every": 2, "patience": 2}, optimizer={"total_steps": 100})
    outcome = train(config, tmp_path)
    assert outcome.reason == "patience"
    assert (outcome.progress.step, outcome.progress.best_step) == (8, 4)
    model, known = best_model(tmp_path)
    assert known["step"] == 4
    assert known["report"]["mean_f1"] == 0.5
    assert not model.training
    assert (tmp_path / checkpoint.BEST).stat().st_size < 4_000_000


def test_batch_norm_is_frozen_and_stays_so(smoke, tmp_path):
    config = smoke(optimizer={"freeze_after": 3, "total_steps": 8})
    train(config, tmp_path, stop=iter([False] * 3 + [True]).__next__)
    first = {k: v for k, v in weights(tmp_path).items() if "running" in k}
    assert first
    train(config, tmp_path, resume=True)
    after = weights(tmp_path)
    assert all(torch.equal(value, after[key]) for key, value in first.items())
    assert all(after[key] for key in after if key.endswith("frozen"))


def test_accumulation_counts_all_examples(smoke, tmp_path):
    config = smoke(optimizer={"accumulate": 3, "total_steps": 2})
    assert train(config, tmp_path).progress.examples == 24


def test_tables_of_a_folder(smoke, small_corpus, tmp_path):
    config = smoke(
        corpus={"folder": str(small_corpus)},
        example={"features": (8, 9)},
        validation={"tables": 3, "simulated": 0, "every": 3},
        optimizer={"total_steps": 3},
    )
    train(config, tmp_path / "out")
    split = json.loads((tmp_path / "out" / "split.json").read_text())
    assert len(split["validation"]) == 3
    assert len(split["training"]) == 9
    assert lines(tmp_path / "out")[-1]["validation"]["pairs"] > 8


def test_a_folder_is_asked_for(smoke, tmp_path):
    config = smoke(validation={"tables": 50})
    with pytest.raises(OptionError, match="no tables to train on"):
        train(config, tmp_path)

import dataclasses
from pathlib import Path

import pytest

from benchmarks.publish.ablation.fslnet_training import (
    SWITCHES,
    export_best,
    load_config,
    with_budget,
    with_parts,
)
from benchmarks.publish.ablation.variants import FULL, VARIANTS
from featureshift.errors import OptionError
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.training.task import schedule_of
from featureshift.train.schedule import Position, share_done

CONFIG = load_config(Path(__file__).parents[4] / "configs" / "fslnet-cpu.toml")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_variant_has_its_parts_and_nothing_else_changes(variant):
    config = with_parts(CONFIG, variant.parts)
    network = FSLNetConfig.from_dict(config.network)
    on = [part for part, switch in SWITCHES.items() if getattr(network, switch)]
    assert tuple(on) == variant.parts
    same = dict.fromkeys(SWITCHES.values(), True)
    assert dataclasses.replace(network, **same) == FSLNetConfig.from_dict(CONFIG.network)
    optimizer = dataclasses.replace(config.optimizer, embedding_from=0.5)
    assert dataclasses.replace(config, network={}, optimizer=optimizer) == dataclasses.replace(
        CONFIG, network={}
    )


def test_the_embedding_sleeps_only_beside_something_that_learns():
    shares = {
        name: with_parts(CONFIG, v.parts).optimizer.embedding_from for name, v in VARIANTS.items()
    }
    assert CONFIG.optimizer.embedding_from == 0.5
    assert {name for name, share in shares.items() if share} == {"me-ne-pn", "sm-ne-pn", FULL}


def test_schedules_span_the_budget():
    config = with_budget(CONFIG, 1200)
    assert share_done(schedule_of(config.optimizer), Position(10**6, 600.0, 0)) == 0.5
    assert config.validation.patience == 0
    assert config.optimizer.total_steps == 0


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_no_time_is_refused(seconds):
    with pytest.raises(OptionError, match="needs time"):
        with_budget(CONFIG, seconds)


def test_a_training_that_was_never_validated_exports_nothing(tmp_path, monkeypatch):
    said = {"validated": tmp_path / "weights", "not": None}
    for name in said:
        (tmp_path / name).mkdir()
        (tmp_path / name / "config.json").write_text("{}")
    monkeypatch.setattr(
        "featureshift.train.run.export_best", lambda _, training, __: said[training.name]
    )
    assert export_best(tmp_path / "validated", tmp_path / "weights")
    assert not export_best(tmp_path / "not", tmp_path / "weights")

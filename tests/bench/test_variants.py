import dataclasses
from pathlib import Path

import pytest

from featureshift.bench.variants import FULL, SWITCHES, UNTRAINED, VARIANTS, limited
from featureshift.errors import OptionError
from featureshift.methods import methods
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.training.config import load_config
from featureshift.methods.fslnet.training.task import schedule_of
from featureshift.train.schedule import Position, share_done

CONFIG = load_config(Path(__file__).parents[2] / "configs" / "fslnet-cpu.toml")


def test_all_combinations_of_parts_are_there():
    assert len({frozenset(variant.parts) for variant in VARIANTS.values()}) == 2**3 - 1
    assert VARIANTS[FULL].parts == tuple(SWITCHES)
    assert UNTRAINED in methods()


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_variant_has_its_parts_and_nothing_else_changes(variant):
    config = variant.of(CONFIG)
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
    shares = {name: v.of(CONFIG).optimizer.embedding_from for name, v in VARIANTS.items()}
    assert CONFIG.optimizer.embedding_from == 0.5
    assert {name for name, share in shares.items() if share} == {"me-ne-pn", "sm-ne-pn", FULL}


def test_schedules_span_the_budget():
    config = limited(CONFIG, 1200)
    assert share_done(schedule_of(config.optimizer), Position(10**6, 600.0, 0)) == 0.5
    assert config.validation.patience == 0
    assert config.optimizer.total_steps == 0


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_no_time_is_refused(seconds):
    with pytest.raises(OptionError, match="needs time"):
        limited(CONFIG, seconds)

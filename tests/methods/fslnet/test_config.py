import json
import subprocess
import sys

import pytest

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.fslnet.config import SEARCH_MEASURES, SEARCH_SPACE, FSLNetConfig
from featureshift.methods.measures import MEASURES


def test_defaults_are_the_optimum_of_the_paper():
    config = FSLNetConfig()
    assert len(config.measure_channels) == 206
    assert len(config.learned_channels) == 64 + 64
    assert config.merged_channels == len(config.channels) == 334
    assert (config.describe_halo, config.predict_halo) == (75 // 2, 7 * 2 * 2)


def test_survives_json():
    config = FSLNetConfig(measures=("mean", "missing"), cells=(50, 100), attention_dropout=0.3)
    assert FSLNetConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config


@pytest.mark.parametrize("field", SEARCH_SPACE)
def test_every_value_the_paper_searched_is_accepted(field):
    assert getattr(FSLNetConfig(), field) in SEARCH_SPACE[field]
    for value in SEARCH_SPACE[field]:
        assert getattr(FSLNetConfig.from_dict({field: value}), field) == value


def test_measures_the_paper_searched_are_known():
    assert len(set(SEARCH_MEASURES)) == 11
    assert set(SEARCH_MEASURES) <= set(MEASURES) - {"missing"}


def test_unknown_option_is_refused_with_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'embedding_layers'"):
        FSLNetConfig.from_dict({"embeding_layers": 5})


@pytest.mark.parametrize(
    "values",
    [
        {"moment_kernels": 0},
        {"moment_kernels": "64"},
        {"embedding_layers": True},
        {"prediction_kernel_size": 4},
        {"embedding_activation": "sine"},
        {"prediction_merge": "sum"},
        {"prediction_input": "root"},
        {"attention_dropout": 1.0},
        {"measures": ("mode",)},
        {"measures": "mean"},
        {"measures": ()},
        {"cells": ("100",)},
        {"prediction_attention": True, "attention_heads": 3},
        {"use_measures": False, "use_moments": False, "use_embedding": False},
    ],
)
def test_bad_values_are_refused(values):
    with pytest.raises(OptionError):
        FSLNetConfig.from_dict(values)


def test_attention_sees_all_columns():
    assert FSLNetConfig(embedding_attention=True).describe_halo is None
    assert FSLNetConfig(prediction_attention=True).predict_halo is None


def test_config_needs_no_torch():
    code = "import sys, featureshift.methods.fslnet.config; print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    "changes",
    [
        {"moment_drawn": True},
        {"use_cells": True},
        {"prediction_merge": "studentized"},
        {"prediction_merge": "studentized", "moment_drawn": True},
        {
            "prediction_merge": "studentized",
            "moment_drawn": True,
            "use_embedding": False,
            "moment_kernel_size": 15,
        },
        {
            "prediction_merge": "studentized",
            "use_moments": False,
            "use_embedding": False,
            "measures": ("mean", "kurtosis"),
        },
    ],
)
def test_what_the_studentized_merge_does_not_know_is_refused(changes):
    with pytest.raises(OptionError):
        FSLNetConfig(**changes)


def test_the_studentized_recipe_has_its_own_channels():
    config = FSLNetConfig(
        prediction_merge="studentized", moment_drawn=True, use_cells=True, use_embedding=False
    )
    assert config.learned_channels == ()
    assert config.merged_channels == len(config.channels) == len(set(config.channels))
    assert config.channels[:206] == config.measure_channels

from pathlib import Path

import pytest

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.training.config import TrainConfig, load_config
from featureshift.train.settings import from_dict

PAPER = Path(__file__).parents[4] / "configs" / "paper.toml"


def test_the_paper_s_recipe():
    config = load_config(PAPER)
    assert FSLNetConfig.from_dict(config.network) == FSLNetConfig(prediction_norm_columns=1_000_000)
    optimizer = config.optimizer
    assert (optimizer.learning_rate, optimizer.gamma, optimizer.lam) == (1e-3, 0.9995, 1e-3)
    assert config.example.features == (8, 256)
    assert config.example.rows == (1000, 10_000)
    assert (config.validation.every, config.validation.patience) == (2500, 50)
    assert config.example.binary_as_categorical == 0
    assert 0 < optimizer.freeze_share < 1
    assert 2 * min(config.example.network_rows) <= config.corpus.min_rows


def test_unknown_keys_are_refused():
    with pytest.raises(UnknownNameError, match=r"optimizer\.learning_rat'"):
        from_dict(TrainConfig, {"optimizer": {"learning_rat": 0.1}})
    with pytest.raises(UnknownNameError):
        from_dict(TrainConfig, {"optimiser": {}})


@pytest.mark.parametrize(
    "content",
    [
        {"seed": "one"},
        {"seed": True},
        {"corpus": 3},
        {"network": 3},
        {"example": {"features": [8]}},
        {"example": {"network_rows": []}},
        {"example": {"max_share": 0.0}},
        {"optimizer": {"schedule": "linear"}},
        {"optimizer": {"schedule": "cosine"}},
        {"optimizer": {"accumulate": 0}},
        {"optimizer": {"clip": "much"}},
        {"stream": {"ring": 0}},
        {"validation": {"floor": 0.5}},
    ],
    ids=str,
)
def test_wrong_values_are_refused(content):
    with pytest.raises(OptionError):
        from_dict(TrainConfig, content)

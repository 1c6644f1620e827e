import pytest

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.graphnet.training.config import GraphTrainConfig
from featureshift.train.settings import from_dict


@pytest.mark.parametrize(
    "content",
    [{"optimizer": {"steps": 0}}, {"optimizer": {"batch": 0}}, {"validate_every": 0}],
    ids=str,
)
def test_a_training_without_an_end_or_a_beginning_is_refused(content):
    with pytest.raises(OptionError, match="cannot be 0"):
        from_dict(GraphTrainConfig, content)


def test_unknown_keys_are_refused():
    with pytest.raises(UnknownNameError, match=r"optimizer\.step'"):
        from_dict(GraphTrainConfig, {"optimizer": {"step": 3}})

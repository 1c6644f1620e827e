import pytest

from featureshift.errors import OptionError, UnknownNameError
from featureshift.methods.graphnet.training.config import GraphTrainConfig, NullConfig
from featureshift.train.pair_source import PairConfig
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


def test_the_pairs_that_calibrate_are_a_mix_of_their_own():
    example = PairConfig(rows=(50, 60), kinds={"closed": 0.1}, wide=0.01)
    null = NullConfig(few=0.2, kinds={"levels": 0.5}).of(example)
    assert (null.unshifted, null.few, null.wide, null.rows) == (1.0, 0.2, 0.3, (50, 60))
    assert null.kinds == {"levels": 0.5}


@pytest.mark.parametrize("part", ["example", "null"])
def test_unknown_kinds_of_tables_are_refused(part):
    with pytest.raises(UnknownNameError, match="closed"):
        from_dict(GraphTrainConfig, {part: {"kinds": {"close": 0.1}}})

import pytest

from featureshift.errors import UnreadableTableError
from featureshift.train.settings import TaskConfig, from_dict, read_toml, to_dict


def test_a_configuration_survives_as_plain_values():
    config = from_dict(TaskConfig, {"corpus": {"algebraic_inputs": [1, 2]}, "network": {"a": [3]}})
    assert config.corpus.algebraic_inputs == (1, 2)
    assert from_dict(TaskConfig, to_dict(config)) == config


def test_unreadable_files(tmp_path):
    with pytest.raises(UnreadableTableError, match="no configuration"):
        read_toml(tmp_path / "absent.toml")
    (tmp_path / "bad.toml").write_text("a = = 1")
    with pytest.raises(UnreadableTableError, match="not TOML"):
        read_toml(tmp_path / "bad.toml")

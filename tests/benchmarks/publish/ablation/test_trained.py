import dataclasses

import pytest

from benchmarks.publish.ablation.trained import Trained, read_trained, write_trained
from featureshift.errors import OptionError

FIRST = Trained("sm-pn", 60.0, 1, 7, 0.5, "abc")
SECOND = Trained("me-pn", 60.0, 2, 9, 0.25, "def")


def test_trainings_are_added(tmp_path):
    write_trained(tmp_path / "new", [FIRST])
    write_trained(tmp_path / "new", [FIRST, SECOND])
    assert read_trained(tmp_path / "new") == (FIRST, SECOND)
    assert read_trained(tmp_path) == ()


def test_another_training_of_the_same_variant_is_refused(tmp_path):
    write_trained(tmp_path, [FIRST])
    with pytest.raises(OptionError, match="another training of sm-pn"):
        write_trained(tmp_path, [SECOND, dataclasses.replace(FIRST, sha256="xyz")])
    assert read_trained(tmp_path) == (FIRST,)

import pytest

from featureshift.bench.cell import localizer_named
from featureshift.errors import OptionError

FSLNET = "featureshift.localizers.fslnet:FSLNet"


def test_weights_follow_the_method(tmp_path):
    localizer = localizer_named(f"{FSLNET}@{tmp_path}/a@b:c")
    assert localizer.weights == tmp_path / "a@b:c"
    assert localizer_named(FSLNET).weights is None


def test_a_method_without_weights_takes_none(tmp_path):
    with pytest.raises(OptionError, match="cannot be made"):
        localizer_named(f"sm-threshold@{tmp_path}")

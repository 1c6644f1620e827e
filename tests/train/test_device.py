import pytest

from featureshift.errors import OptionError
from featureshift.train.device import require_device


def test_the_processor_is_always_there():
    require_device("cpu")


@pytest.mark.parametrize("name", ["warp", "meta", "cuda:99", ""])
def test_a_device_that_cannot_compute_is_refused(name):
    with pytest.raises(OptionError, match="cannot train on device") as refused:
        require_device(name)
    assert "cpu" in refused.value.expected
    assert "\n" not in refused.value.found

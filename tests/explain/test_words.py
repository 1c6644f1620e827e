import pytest

from featureshift.explain.words import percent


@pytest.mark.parametrize("share", [1e-9, 0.0009, 0.0994, 0.5, 0.9906, 0.99951, 1 - 1e-9])
def test_a_share_is_never_rounded_to_none_or_all(share):
    assert percent(share) not in ("0%", "100%")

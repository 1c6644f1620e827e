import pytest

from featureshift.bench.figures.style import styled

pytest.importorskip("matplotlib")


@pytest.fixture(autouse=True)
def _style():
    with styled():
        yield


@pytest.fixture
def basis(make_results):
    """All methods on suite ``methods``."""
    return make_results(suites=("methods",)).bases["methods"]

import pytest

from benchmarks.publish.figures.style import styled

pytest.importorskip("matplotlib")


@pytest.fixture(autouse=True)
def _style():
    with styled():
        yield


@pytest.fixture
def compared(make_results):
    """All methods on suite ``methods``."""
    return make_results(suites=("methods",)).comparisons["methods"]

import numpy as np
import pytest

from featureshift.corpus.clinic import two_clinics

from .building import localized


@pytest.fixture
def rng():
    """Of rows in which chance alone makes no column look shifted."""
    return np.random.default_rng(14)


@pytest.fixture(autouse=True)
def _bugs_are_raised(monkeypatch):
    """Users get a plain sentence in place of what fails; a test must see it."""
    monkeypatch.setenv("FEATURESHIFT_DEBUG", "1")


@pytest.fixture(scope="session")
def clinics():
    """The explanation of the demonstration, with a column that merely follows."""
    drawn = two_clinics(3000, np.random.default_rng(1))
    flagged = [*drawn.wrong, "waist_cm"]
    return localized(drawn.reference, drawn.query, flagged).explain()

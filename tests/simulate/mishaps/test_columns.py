import numpy as np

from featureshift.simulate.mishaps import is_related
from featureshift.simulate.mishaps.columns import decimals

from .building import tables


def test_decimals_and_relations():
    assert decimals(np.array([1.5, np.nan, 2.0])) == 1
    assert decimals(np.array([np.pi])) is None
    _, query = tables()
    assert is_related(query, "waist_cm")
    assert not is_related(query, "temperature")

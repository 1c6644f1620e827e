import numpy as np
import pandas as pd

import featureshift as fs


def test_the_odd_source_is_told_and_does_not_stain_the_others(compared):
    assert compared.odd == ("s3",)
    assert compared["s3"].shifted_features == ("b",)
    assert compared.pool == ("s0", "s1", "s2", "s4")
    assert compared.left_out == {}
    assert compared["s0"].labels == ("the others", "s0")


def test_an_ordinary_source_is_compared_with_the_other_ordinary_ones(sites, compared):
    others = pd.concat([sites[name] for name in ("s1", "s2", "s4")])
    wanted = fs.localize(others, sites["s0"])
    np.testing.assert_array_equal(compared["s0"].scores, wanted.scores)

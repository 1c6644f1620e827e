import numpy as np
import pytest

from featureshift.methods.fslnet.panels import panels


@pytest.mark.parametrize("halo", [0, 3, 50, None])
@pytest.mark.parametrize("n_features", [1, 7, 8, 9, 100])
def test_cores_cover_every_column_once_with_their_halo(n_features, halo):
    columns, seen = np.arange(n_features), []
    for panel in panels(n_features, width=8, halo=halo):
        wide, core = columns[panel.wide], columns[panel.core]
        np.testing.assert_array_equal(wide[panel.inner], core)
        reach = n_features if halo is None else halo
        assert wide[0] == max(0, core[0] - reach)
        assert wide[-1] == min(n_features - 1, core[-1] + reach)
        seen += core.tolist()
    assert seen == columns.tolist()

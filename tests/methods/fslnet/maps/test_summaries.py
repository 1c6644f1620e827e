import numpy as np

from featureshift.methods.fslnet.maps.summaries import summaries, summary_names


def test_mean_and_largest_square_of_each_family():
    channels = ("mean", "std", "histogram_2_0", "histogram_2_1")
    z = np.array([[1.0], [-3.0], [0.0], [2.0]])
    assert summary_names(channels)[:2] == ("scalar_mean_square", "scalar_largest")
    expected = 0.5 * np.log1p([5.0, 9.0, 2.0, 4.0])
    np.testing.assert_allclose(summaries(z, channels)[:, 0], expected, rtol=1e-6)

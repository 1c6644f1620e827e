import numpy as np

import featureshift as fs


def test_what_happened_is_told_when_asked():
    rng = np.random.default_rng(1)
    reference, query = rng.gamma(5, 3, (2000, 4)), rng.gamma(5, 3, (2000, 4))
    query[:, 2] *= 1000
    result = fs.localize(reference, query)
    feature = result["x2"]
    assert "multiplied by 1,000" in feature.what_happened
    assert (feature.kind, feature.confidence) == ("marginal", "high")
    assert feature.explanation.feature == "x2"
    assert str(feature).endswith(feature.what_happened)
    assert result["x0"].explanation is None
    frame = result.to_frame("pyarrow").to_pylist()
    assert frame[0]["what_happened"] == feature.what_happened
    assert frame[0]["confidence"] == "high"
    assert frame[1]["what_happened"] is None
    assert "what_happened" not in result.to_frame("pyarrow", explain=False).column_names

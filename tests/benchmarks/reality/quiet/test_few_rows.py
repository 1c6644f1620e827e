import numpy as np

from benchmarks.reality.quiet.few_rows import dozens, handful, small_reference, thousand_to_one


def test_sizes():
    rng = np.random.default_rng(0)
    for _ in range(5):
        assert 2 <= len(handful(rng).query) <= 5
        assert 10 <= len(dozens(rng).query) <= 50
        assert len(small_reference(rng).reference) <= 100
    case = thousand_to_one(rng)
    assert len(case.reference) >= 100 * len(case.query)

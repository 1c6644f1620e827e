import numpy as np

import featureshift as fs
from featureshift.tables.profile import pools
from featureshift.tables.profile.pools import pooled, pools_without


def profiles(rng, n):
    return [fs.profile({"x": rng.normal(size=50) + k}) for k in range(n)]


def test_each_is_the_sum_of_the_others(rng):
    some = profiles(rng, 5)
    found = dict(pools_without(some, range(5)))
    assert list(found) == [0, 1, 2, 3, 4]
    for left_out, pool in found.items():
        wanted = pooled([each for k, each in enumerate(some) if k != left_out])
        np.testing.assert_array_equal(pool.summary.sample.keys, wanted.summary.sample.keys)
        assert pool.n_rows == 200


def test_only_what_is_asked_for(rng):
    assert [k for k, _ in pools_without(profiles(rng, 4), {1, 3})] == [1, 3]


def test_of_two_each_is_the_pool_of_the_other(rng):
    first, second = profiles(rng, 2)
    assert dict(pools_without([first, second], {0, 1})) == {0: second, 1: first}


def test_sums_grow_with_the_profiles_not_their_pairs(rng, monkeypatch):
    sums = []

    def counted(first, second):
        sums.append(1)
        return second if first is None else first if second is None else first + second

    monkeypatch.setattr(pools, "_sum", counted)
    list(pools_without(profiles(rng, 20), range(20)))
    assert len(sums) <= 60

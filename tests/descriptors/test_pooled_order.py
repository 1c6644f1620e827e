import numpy as np

from featureshift.descriptors.pooled_order import pooled_order


def tables(rng):
    reference, query = rng.normal(size=(40, 6)), rng.normal(size=(23, 6))
    reference[:, 1], query[:, 1] = np.round(reference[:, 1]), np.round(query[:, 1])
    reference[:, 2] = query[:, 2] = -0.0
    query[::2, 2] = 0.0
    reference[rng.random(40) < 0.3, 3] = np.nan
    reference[:, 4] = query[:, 4] = np.nan
    reference[:, 5], query[:, 5] = np.sign(reference[:, 5]) * 1e30, np.inf
    return reference.astype(np.float32), query.astype(np.float32)


def test_groups_are_the_unique_values(rng):
    reference, query = tables(rng)
    order = pooled_order(reference, query)
    for j in range(6):
        pooled = np.concatenate([reference[:, j], query[:, j]]) + np.float32(0)
        values, counts = np.unique(pooled[~np.isnan(pooled)], return_counts=True)
        of_column = (order.column == j) & (order.size > 0)
        assert order.size[of_column].tolist() == counts.tolist()
        in_query = [int((query[:, j] == value).sum()) for value in values]
        assert order.query[of_column].tolist() == in_query
        assert order.before[of_column].tolist() == (np.cumsum(counts) - counts).tolist()


def test_rows_are_in_the_order_of_their_values(rng):
    reference, query = tables(rng)
    order = pooled_order(reference, query)
    pooled = np.concatenate([reference, query])
    for j in range(6):
        values = pooled[order.rows[j], j]
        present = values[: int((~np.isnan(values)).sum())]
        assert not np.isnan(present).any()
        assert (present[1:] >= present[:-1]).all()
        assert sorted(order.rows[j].tolist()) == list(range(63))


def test_present_counts_are_at_least_one(rng):
    order = pooled_order(*tables(rng))
    assert order.present[4] == order.present_query[4] == order.present_reference[4] == 1
    assert order.present[3] == order.present_query[3] + order.present_reference[3] < 63


def test_what_a_group_has_reaches_its_rows(rng):
    reference, query = tables(rng)
    order = pooled_order(reference, query)
    of_groups = rng.random(len(order.starts)).astype(np.float32)
    spread = order.to_rows(of_groups)
    places = np.arange(63)[None].repeat(6, axis=0)
    group = order.group_at(places)
    for j in range(6):
        assert np.array_equal(spread[j, order.rows[j]], of_groups[group[j]])

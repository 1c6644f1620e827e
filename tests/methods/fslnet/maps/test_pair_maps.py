from functools import reduce

import numpy as np
import pytest

from featureshift.methods.fslnet.maps import row_maps
from featureshift.methods.fslnet.maps.drawn_kernels import draw_kernels
from featureshift.methods.fslnet.maps.pair_maps import PairMaps, in_memory, map_channels
from featureshift.methods.measures import StatisticalMeasures

MEASURES = StatisticalMeasures()


def maps_of(kernels=8, *, use_measures=True, use_cells=True):
    drawn = draw_kernels(kernels, np.random.default_rng(0)) if kernels else None
    return PairMaps(MEASURES, use_measures, drawn, use_cells)


def merged(reference, query, maps=None, parts=1):
    def fold(reader):
        states = []
        for table in (reference, query):
            read = [
                reader.update(reader.start(table.shape[1]), part)
                for part in np.array_split(table, parts)
            ]
            states.append(reduce(reader.merge, read))
        return tuple(states)

    return (maps or maps_of())(fold, reference.shape[1])


def related(rng, n, d):
    z = rng.normal(size=(n, 2)) @ rng.normal(size=(2, d)) + 0.3 * rng.normal(size=(n, d))
    return ((z - z.min()) / (z.max() - z.min())).astype(np.float32)


@pytest.mark.parametrize("d", [1, 2, 9, 150])
@pytest.mark.parametrize("use", [(True, 8, True), (True, 0, False), (False, 8, False)])
def test_one_row_for_each_channel(d, use, rng):
    measures, kernels, cells = use
    maps = maps_of(kernels, use_measures=measures, use_cells=cells)
    names = map_channels(MEASURES.channels if measures else (), kernels, use_cells=cells)
    found = merged(related(rng, 60, d), related(rng, 50, d), maps)
    assert found.shape == (len(names), d)
    assert len(set(names)) == len(names)
    assert np.isfinite(found).all()


@pytest.mark.parametrize("d", [12, 150])
def test_partitions_chunks_and_order_of_rows_change_nothing(d, rng, monkeypatch):
    table = related(rng, 400, d)
    table[rng.random(table.shape) < 0.02] = np.nan
    reference, query = table[:250], table[250:]
    whole = maps_of()(in_memory(reference, query), d)
    monkeypatch.setattr(row_maps, "CHUNK_CELLS", 700)
    shuffled = merged(rng.permutation(reference), rng.permutation(query), parts=4)
    np.testing.assert_allclose(shuffled, whole, atol=5e-3)


def test_a_shuffled_column_stands_out_where_its_relations_are(rng):
    table = related(rng, 2000, 12)
    query = table[1000:].copy()
    query[:, 4] = rng.permutation(query[:, 4])
    found = merged(table[:1000], query)
    names = np.array(map_channels(MEASURES.channels, 8, use_cells=True))
    for beginning in ("drawn_kernel_", "own_by_predicted_all", "squared_residual_all"):
        chosen = found[[name.startswith(beginning) for name in names]].mean(axis=0)
        assert chosen.argmax() == 4, beginning
    margins = found[[name.startswith(("ecdf_", "histogram_")) for name in names]].mean(axis=0)
    assert margins[4] < 1


def test_tables_of_one_distribution_differ_by_noise(rng):
    table = related(rng, 3000, 30)
    names = map_channels(MEASURES.channels, 8, use_cells=True)
    mean = merged(table[:1500], table[1500:])[: names.index("scalar_mean_square")].mean()
    assert mean < 0.5  # log(1 + z^2) / 2 of a standard normal z is 0.27 on average


def test_input_is_left_as_it_was(rng):
    reference, query = related(rng, 80, 9), related(rng, 70, 9)
    before = reference.copy(), query.copy()
    merged(reference, query)
    assert (reference == before[0]).all()
    assert (query == before[1]).all()

import numpy as np
import pyarrow as pa
import pyarrow.parquet

from featureshift.engines.reading import read_pair
from featureshift.methods.measures import StatisticalMeasures
from featureshift.methods.measures.measuring import FunctionalReader, measure


def test_maps_from_disk_equal_those_from_memory(rng, tmp_path):
    tables = [pa.table({f"c{j}": rng.normal(size=500) for j in range(4)}) for _ in range(2)]
    paths = [tmp_path / f"{i}.parquet" for i in range(2)]
    for table, path in zip(tables, paths, strict=True):
        pa.parquet.write_table(table, path, row_group_size=90)
    functional = StatisticalMeasures()
    memory, disk = measure(functional, read_pair(*tables)), measure(functional, read_pair(*paths))
    np.testing.assert_allclose(disk, memory, atol=1e-9)


def test_merge_of_parts_equals_the_whole(rng):
    values = rng.random((211, 3))
    side = read_pair(values, values).reference
    reader = FunctionalReader.of(StatisticalMeasures(), side)
    (part,) = side.partitions
    (batch,) = part.batches(side.selection)
    whole = reader.update(reader.start(), batch)
    cut = [batch._replace(values=batch.values[rows]) for rows in (slice(10), slice(10, None))]
    parts = reader.merge(*(reader.update(reader.start(), part) for part in cut))
    results = [reader.functional.result(state) for state in (parts, whole)]
    np.testing.assert_allclose(*results, atol=1e-9)


def test_progress_counts_the_rows_of_both_tables(rng):
    shares = []
    pair = read_pair(rng.random((3000, 2)), rng.random((1000, 2)))
    measure(StatisticalMeasures(("mean",)), pair, shares.append)
    assert max(shares) == 1.0

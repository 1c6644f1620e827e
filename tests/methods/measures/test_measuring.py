import numpy as np
import pyarrow as pa
import pyarrow.parquet

from featureshift.methods.measures import StatisticalMeasures
from featureshift.methods.measures.measuring import accumulate, measure
from featureshift.tables import align


def test_maps_from_disk_equal_those_from_memory(rng, tmp_path):
    tables = [pa.table({f"c{j}": rng.normal(size=500) for j in range(4)}) for _ in range(2)]
    paths = [tmp_path / f"{i}.parquet" for i in range(2)]
    for table, path in zip(tables, paths, strict=True):
        pa.parquet.write_table(table, path, row_group_size=90)
    functional = StatisticalMeasures()
    memory, disk = measure(functional, align(*tables)), measure(functional, align(*paths))
    np.testing.assert_allclose(disk, memory, atol=1e-9)


def test_merge_of_accumulated_parts_equals_the_whole(rng):
    blocks = [rng.random((n, 3), dtype=np.float32) for n in (10, 1, 200)]
    functional = StatisticalMeasures()
    whole = accumulate(functional, blocks, 3)
    parts = functional.merge(
        accumulate(functional, blocks[:1], 3), accumulate(functional, blocks[1:], 3)
    )
    np.testing.assert_allclose(functional.result(parts), functional.result(whole), atol=1e-9)


def test_progress_counts_the_rows_of_both_tables(rng):
    shares = []
    pair = align(rng.random((3000, 2)), rng.random((1000, 2)))
    measure(StatisticalMeasures(("mean",)), pair, shares.append)
    assert max(shares) == 1.0

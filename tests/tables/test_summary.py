import numpy as np
import pyarrow as pa

from featureshift.tables.kinds import Kind
from featureshift.tables.sources import as_table
from featureshift.tables.summary import SummaryReader
from featureshift.tables.table import Selection


def test_summaries_of_parts_merge_to_that_of_the_whole(rng):
    table = pa.table({"x": rng.normal(size=300), "c": rng.choice(["u", "v"], 300)})
    selection = [Selection(0, Kind.NUMERIC), Selection(1, Kind.CATEGORICAL)]
    reader = SummaryReader.of(["x", "c"], selection, capacity=50)

    def summary_of(rows):
        state = reader.start()
        for part in as_table(rows).partitions():
            for batch in part.batches(selection):
                state = reader.update(state, batch)
        return state

    whole = summary_of(table)
    merged = reader.merge(summary_of(table[:120]), summary_of(table[120:]))
    assert merged.n_rows == whole.n_rows == 300
    np.testing.assert_array_equal(merged.scan.low, whole.scan.low)
    assert merged.scan.levels == whole.scan.levels
    samples = merged.sample.settled(), whole.sample.settled()
    np.testing.assert_array_equal(*(sample.take(sample.in_order()) for sample in samples))
    chosen = merged.select([1])
    assert chosen.sample.blocks[0].shape[1] == len(chosen.scan.low) == 1
    assert merged.select([0, 1]) is merged

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from featureshift.engines.reading import read_pair
from featureshift.tables import Kind, as_table
from featureshift.tables.schema.number_format import NumberFormat
from featureshift.tables.schema.parsed_table import ParsedTable
from featureshift.tables.table import Selection

TEXTS = pa.table({"t": ["1,5", "n/a", None, "x", "1,5"], "u": ["a", "b", "a", "b", None]})


def test_texts_are_numbers_and_other_columns_stay():
    table = ParsedTable(as_table(TEXTS), {0: NumberFormat(",")})
    assert [column.kind for column in table.columns] == [Kind.NUMERIC, Kind.CATEGORICAL]
    (part,) = table.partitions()
    (batch,) = part.batches([Selection(1, Kind.CATEGORICAL), Selection(0, Kind.NUMERIC)])
    np.testing.assert_equal(batch.values[:, 1], [1.5, np.nan, np.nan, np.inf, 1.5])
    assert set(batch.levels) == {0}
    assert sorted(batch.levels[0].values()) == ["a", "b"]


def test_they_can_still_be_read_as_texts():
    table = ParsedTable(as_table(TEXTS), {0: NumberFormat(",")})
    batch = table.partitions()[0].head([Selection(0, Kind.CATEGORICAL)], 2)
    assert len(batch.values) == 2
    assert "1,5" in batch.levels[0].values()


def test_a_long_file_is_read_part_by_part(tmp_path, rng):
    numbers = rng.normal(100, 20, 4000).round(1)
    texts = [f"{number}".replace(".", ",") for number in numbers]
    texts[2000:2010] = ["see notes"] * 10
    path = tmp_path / "query.parquet"
    columns = {"x": texts, "y": rng.normal(size=4000)}
    parquet.write_table(pa.table(columns), path, row_group_size=500)
    reference = {"x": rng.normal(100, 20, 4000).round(1), "y": rng.normal(size=4000)}
    pair = read_pair(pa.table(reference), path)
    assert len(pair.query.partitions) == 8
    assert pair.query.scan.present[0] == 3990
    np.testing.assert_allclose(pair.query.scan.high[0], np.delete(numbers, range(2000, 2010)).max())
    (note,) = [note for note in pair.notes if note.code == "unread-cells"]
    assert "10 cells (0 in the reference, 10 in the query)" in note.message


def test_parsed_numbers_are_those_of_the_same_table_in_numbers(rng):
    n = 3000
    x = rng.normal(50, 9, n).round(2)
    tables = {"x": x, "y": x + rng.normal(size=n)}, {"x": x[::-1], "y": x[::-1]}
    plain = read_pair(*tables)
    written = tables[1] | {"x": [f"EUR {v:.2f}" for v in tables[1]["x"]]}
    parsed = read_pair(tables[0], pa.table(written))
    np.testing.assert_array_equal(parsed.query.rows_in_order(), plain.query.rows_in_order())

import io

import boto3
import fsspec
import pyarrow as pa
import pyarrow.parquet
import pytest
from moto.server import ThreadedMotoServer

from featureshift.errors import UnreadableTableError
from featureshift.tables import as_table

TABLE = pa.table({"a": [1.5, 2.5], "b": ["x", "y"]})


def parquet():
    sink = io.BytesIO()
    pa.parquet.write_table(TABLE, sink)
    return sink.getvalue()


@pytest.fixture(scope="module")
def bucket():
    """A bucket of a server on this machine that speaks S3, and the query that leads there."""
    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    client = boto3.client(
        "s3",
        endpoint_url=f"http://{host}:{port}",
        region_name="us-east-1",
        aws_access_key_id="key",
        aws_secret_access_key="secret",
    )
    client.create_bucket(Bucket="tables")
    for key, content in {
        "a.csv": b"a;b\n1,5;x\n2,5;y\n",
        "a.parquet": parquet(),
        "many/day=1/0.parquet": parquet(),
        "many/day=2/0.parquet": parquet(),
        "many/_temporary/0.parquet": b"unfinished",
    }.items():
        client.put_object(Bucket="tables", Key=key, Body=content)
    yield (
        "s3://key:secret@tables",
        f"?region=us-east-1&scheme=http&endpoint_override={host}%3A{port}",
    )
    server.stop()


@pytest.mark.parametrize(("name", "rows"), [("a.csv", 2), ("a.parquet", 2), ("many", 4)])
def test_tables_in_a_bucket(bucket, name, rows):
    place, there = bucket
    table = as_table(f"{place}/{name}{there}")
    assert [(column.name, column.kind) for column in table.columns] == [
        ("a", "numeric"),
        ("b", "categorical"),
    ]
    assert table.n_rows == rows


def test_what_is_not_in_a_bucket_is_told_without_secrets(bucket):
    place, there = bucket
    with pytest.raises(UnreadableTableError, match=r"no 's3://tables/no.csv'") as caught:
        as_table(f"{place}/no.csv{there}")
    assert "secret" not in str(caught.value)


def test_any_filesystem_of_fsspec():
    memory = fsspec.filesystem("memory")
    memory.pipe("/here/a.csv", b"a,b\n1,x\n")
    memory.pipe("/here/parts/0.parquet", parquet())
    assert as_table("memory://here/a.csv").n_rows == 1
    assert as_table("memory://here/parts").n_rows == 2
    with pytest.raises(UnreadableTableError, match=r"no 'memory://here/no.csv'"):
        as_table("memory://here/no.csv")


def test_addresses_that_arrow_cannot_read_are_errors_of_ours():
    for address in ("s3://", "gs://"):
        with pytest.raises(UnreadableTableError):
            as_table(address)

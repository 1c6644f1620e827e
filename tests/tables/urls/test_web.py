import gzip
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.errors import UnreadableTableError
from featureshift.tables import as_table


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.fixture
def server(tmp_path):
    """Serves ``tmp_path`` on a free port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=tmp_path)) as running:
        thread = Thread(target=running.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{running.server_port}"
        running.shutdown()
        thread.join()


def test_files_of_a_server(server, tmp_path, rng):
    reference, query = (dict(zip("abc", rng.normal(size=(3, 300)), strict=True)) for _ in range(2))
    query["b"] = np.abs(query["b"])
    pa.parquet.write_table(pa.table(reference), tmp_path / "a.parquet")
    pa.csv.write_csv(pa.table(query), tmp_path / "b.csv")
    result = fs.localize(f"{server}/a.parquet", f"{server}/b.csv?token=secret")
    assert result.shifted_features == ("b",)


def test_the_content_tells_the_format_where_the_name_does_not(server, tmp_path):
    (tmp_path / "download").write_bytes(gzip.compress(b"a;b\n1;2\n"))
    assert [column.name for column in as_table(f"{server}/download").columns] == ["a", "b"]


def test_what_cannot_be_fetched_is_told_with_its_address(server, tmp_path):
    with pytest.raises(UnreadableTableError, match=r"http://127.*/no.csv(.|\n)*404"):
        as_table(f"{server}/no.csv?token=secret")
    (tmp_path / "page").write_text("<html><body>sign in</body></html>")
    with pytest.raises(UnreadableTableError, match="no table but a page"):
        as_table(f"{server}/page")


def test_secrets_of_an_address_are_not_shown(server):
    address = server.replace("http://", "http://me:password@")
    with pytest.raises(UnreadableTableError) as caught:
        as_table(f"{address}/no.csv?token=secret")
    assert "secret" not in str(caught.value)
    assert "password" not in str(caught.value)


def test_no_server_at_all():
    with pytest.raises(UnreadableTableError, match=r"cannot fetch 'http://127.0.0.1:9/a.csv'"):
        as_table("http://127.0.0.1:9/a.csv")

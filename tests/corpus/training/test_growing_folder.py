from __future__ import annotations

import numpy as np
import pytest

from featureshift.corpus import Dataset, Folder, Provenance
from featureshift.corpus.openml import Candidate
from featureshift.corpus.training.growing_folder import MANIFEST_COLUMNS, REFUSED, GrowingFolder
from featureshift.errors import OptionError, UnreadableTableError


def made(rng, name, data_id, n_rows=500):
    values = rng.normal(size=(n_rows, 10)).astype(np.float32)
    values[:, 9] = np.repeat([2, 0, 1, 0, 1], n_rows // 5)  # equally frequent: 0 and 1
    values[:, 8] = np.arange(n_rows)  # all equally frequent, and 10 comes after 9
    origin = Provenance(f"https://www.openml.org/d/{data_id}", 'CC0, "or so"')
    return Dataset(name, values, np.arange(10) >= 8, origin)


def listed(data_id, name="shapes"):
    return Candidate(data_id, name, 500, 10)


def test_tables_are_read_back_as_they_were(rng, tmp_path):
    table = made(rng, "shapes_7", 7)
    GrowingFolder(tmp_path / "new" / "corpus").add(7, [table], 640)
    folder = Folder(tmp_path / "new" / "corpus")
    back = folder.load("shapes_7")
    np.testing.assert_array_equal(back.values, table.values)
    np.testing.assert_array_equal(back.categorical, table.categorical)
    assert back.provenance == table.provenance
    assert folder.entries["shapes_7"].sha256


def test_the_manifest_is_that_of_a_training_corpus(rng, tmp_path):
    GrowingFolder(tmp_path).add(7, [made(rng, "shapes_7", 7)], 640)
    header, line = (tmp_path / "MANIFEST.csv").read_text("utf-8").splitlines()
    assert header == ",".join(MANIFEST_COLUMNS)
    assert line.startswith("shapes_7,500,10,8,2,0.0,https://www.openml.org/d/7,")
    assert line.endswith(f",640,{(tmp_path / 'shapes_7.parquet').stat().st_size}")


def test_the_order_of_additions_leaves_no_trace(rng, tmp_path):
    tables = [made(rng, f"{word}_{i}", i) for i, word in enumerate(("b", "c", "a"))]
    for where, order in (("one", tables), ("other", tables[::-1])):
        folder = GrowingFolder(tmp_path / where)
        for table in order:
            folder.add(int(table.name[-1]), [table], 500)
    one, other = (sorted((tmp_path / where).iterdir()) for where in ("one", "other"))
    assert [path.name for path in one] == [path.name for path in other]
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in other]


def test_what_is_held_and_refused_is_known_the_next_time(rng, tmp_path):
    folder = GrowingFolder(tmp_path)
    folder.add(7, [made(rng, f"shapes_7-part{i}", 7) for i in (1, 2)], 1000)
    folder.refuse(listed(9, 'a "quoted", name'), "too small")
    folder.refuse(listed(8), "gone,\nfor now")
    again = GrowingFolder(tmp_path)
    assert again.held() == {7}
    assert again.names() == ["shapes_7-part1", "shapes_7-part2"]
    assert dict(again.refused) == {8: "gone,\nfor now", 9: "too small"}


def test_a_refused_table_that_comes_after_all_is_refused_no_more(rng, tmp_path):
    GrowingFolder(tmp_path).refuse(listed(7), "gone")
    GrowingFolder(tmp_path).add(7, [made(rng, "shapes_7", 7)], 500)
    assert not GrowingFolder(tmp_path).refused


def test_a_kill_while_writing_leaves_no_table_in_parts(rng, tmp_path, monkeypatch):
    folder = GrowingFolder(tmp_path)
    folder.add(6, [made(rng, "forms_6", 6)], 500)
    before = (tmp_path / "MANIFEST.csv").read_bytes()
    synced = []

    def killed_at_the_second_file(number):
        synced.append(number)
        if len(synced) == 3:  # of a file, of its folder, of the next file
            raise KeyboardInterrupt

    monkeypatch.setattr("featureshift.written_whole.os.fsync", killed_at_the_second_file)
    with pytest.raises(KeyboardInterrupt):
        folder.add(7, [made(rng, f"shapes_7-part{i}", 7) for i in (1, 2)], 1000)
    assert (tmp_path / "MANIFEST.csv").read_bytes() == before
    assert GrowingFolder(tmp_path).held() == {6}
    assert not (tmp_path / "shapes_7-part2.parquet").exists()


def test_a_folder_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "MANIFEST.csv").write_text("slug,n_rows\nmine,3\n")
    with pytest.raises(UnreadableTableError, match=r"another directory"):
        GrowingFolder(tmp_path)
    (tmp_path / "MANIFEST.csv").unlink()
    (tmp_path / REFUSED).write_text("data_id,name,reason\n7,sha")
    with pytest.raises(UnreadableTableError, match="cut off"):
        GrowingFolder(tmp_path)


def test_a_file_is_no_directory(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="cannot be a directory"):
        GrowingFolder(tmp_path / "file")

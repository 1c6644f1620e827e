"""What was saved comes back; what is not whole, not ours or too new is refused."""

import json
import os

import numpy as np
import pyarrow as pa
import pyarrow.feather
import pytest

import featureshift as fs
from featureshift.errors import FeatureshiftError, ProfileError, UnwritableFileError
from featureshift.tables.arrow_lists import lists_of_table
from featureshift.tables.profile import file as files
from featureshift.tables.profile.packed import facts_of, packed


@pytest.fixture
def profile(rng):
    table = pa.table(
        {
            "x": rng.normal(size=200),
            "color": rng.choice(["red", "grün", "蓝"], 200),
            "day": pa.array(rng.integers(0, 10**9, 200), pa.timestamp("s", "Europe/Rome")),
            "flag": rng.random(200) < 0.5,
            "list": [[1]] * 200,
            "nothing": pa.nulls(200),
        }
    )
    return fs.profile(table)


@pytest.fixture
def path(profile, tmp_path):
    profile.save(tmp_path / "ref.fsp")
    return tmp_path / "ref.fsp"


def content(profile):
    parts = {name: list(part) for name, part in packed(profile).items()}
    return json.dumps(facts_of(profile)), repr(parts)


def rewritten(path, change):
    """The same file with another header, as if it had been written so."""
    table = pa.ipc.open_file(path.read_bytes()).read_all()
    header = json.loads(table.schema.metadata[files.HEADER])
    metadata = {files.HEADER: json.dumps(change(header)).encode()}
    with pa.ipc.new_file(path, table.schema.with_metadata(metadata)) as writer:
        writer.write_table(table.replace_schema_metadata(metadata))
    return path


def test_all_of_it_comes_back(profile, path):
    assert content(fs.load_profile(path)) == content(profile)
    assert content(fs.Profile.load(str(path))) == content(profile)


def test_the_header_says_what_it_is_and_nothing_is_pickled(path):
    header = json.loads(pa.ipc.open_file(path.read_bytes()).schema.metadata[files.HEADER])
    assert header["format"] == files.FORMAT_WITH_ROWS
    assert header["written_by"] == fs.__version__
    assert [column["name"] for column in header["columns"]][:2] == ["x", "color"]
    types = {str(field.type.value_type) for field in pa.ipc.open_file(path.read_bytes()).schema}
    assert types <= {"int64", "uint64", "uint8", "double", "large_string"}


def test_a_profile_is_known_by_its_content(path, tmp_path):
    for name in ("ref", "ref.profile", "ref.arrow", "ref.feather"):
        (tmp_path / name).write_bytes(path.read_bytes())
        assert fs.profile(tmp_path / name).n_rows == 200
    with path.open("rb") as stream:
        assert fs.profile(stream).n_rows == 200


def test_an_arrow_file_is_a_table_as_ever(tmp_path):
    pa.feather.write_feather(pa.table({"x": [1.0, 2.0]}), str(tmp_path / "x.arrow"))
    assert not isinstance(fs.read_table(tmp_path / "x.arrow"), fs.Profile)


def test_a_truncated_file_is_refused(path):
    whole = path.read_bytes()
    for size in (0, 1, 6, 100, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(ProfileError, match="damaged"):
            fs.load_profile(path)


def test_no_changed_byte_passes_for_another_profile(profile, path, rng):
    whole, wanted = path.read_bytes(), content(profile)
    refused = 0
    for place in rng.choice(len(whole), 300, replace=False):
        changed = bytearray(whole)
        changed[place] ^= 1 << int(rng.integers(8))
        path.write_bytes(bytes(changed))
        try:
            assert content(fs.load_profile(path)) == wanted  # a byte that fills a gap
        except FeatureshiftError:
            refused += 1
    assert refused > 200


def test_a_header_that_was_edited_is_refused(path):
    rewritten(path, lambda header: header | {"n_rows": 201})
    with pytest.raises(ProfileError, match=r"altered(.|\n)*checksum"):
        fs.load_profile(path)


@pytest.mark.parametrize("header", [{}, [], {"format": "1"}, {"format": 1}])
def test_a_header_that_is_none_is_refused(path, header):
    rewritten(path, lambda _: header)
    with pytest.raises(ProfileError, match="damaged or was altered"):
        fs.load_profile(path)


@pytest.mark.parametrize(
    "wrong_facts",
    [{"columns": []}, {"limit": -1}, {"capacity": "many"}, {"dialect": {"separator": "ab"}}],
)
def test_a_right_checksum_does_not_make_a_profile(path, wrong_facts):
    """Whoever writes such files by other means."""
    table = pa.ipc.open_file(path.read_bytes()).read_all()
    parts = lists_of_table(table)

    def wrong(header):
        facts = {k: v for k, v in header.items() if k != "sha256"} | wrong_facts
        return facts | {"sha256": files._digest(facts, parts)}

    rewritten(path, wrong)
    with pytest.raises(ProfileError, match="damaged or was altered"):
        fs.load_profile(path)


def test_a_later_format_is_refused_with_its_version(path):
    later = {"format": files.FORMAT + 1, "written_by": "9.1"}
    rewritten(path, lambda header: header | later)
    with pytest.raises(ProfileError, match=r"later version(.|\n)*featureshift 9\.1(.|\n)*update"):
        fs.load_profile(path)


def test_a_foreign_file_is_refused(tmp_path):
    pa.feather.write_feather(pa.table({"x": [1.0]}), str(tmp_path / "x.fsp"))
    with pytest.raises(ProfileError, match="is no profile"):
        fs.localize(tmp_path / "x.fsp", {"x": [1.0]})
    (tmp_path / "y.fsp").write_text("x,y\n1,2\n")
    with pytest.raises(ProfileError, match="damaged"):
        fs.profile(tmp_path / "y.fsp")
    with pytest.raises(FeatureshiftError, match="cannot read"):
        fs.load_profile(tmp_path / "absent.fsp")


def test_a_write_that_fails_leaves_the_old_file(path, profile, monkeypatch):
    before = path.read_bytes()

    def full(_):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnwritableFileError, match=r"cannot write(.|\n)*no space"):
        profile.save(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_where_nothing_can_be_written_is_said(profile, tmp_path):
    with pytest.raises(UnwritableFileError, match="cannot write"):
        profile.save(tmp_path / "absent" / "ref.fsp")


def test_narrow_numbers_stay_narrow(tmp_path):
    table = np.random.default_rng(0).normal(size=(500, 3)).astype(np.float32)
    fs.profile(table).save(tmp_path / "ref.fsp")
    loaded = fs.load_profile(tmp_path / "ref.fsp")
    assert loaded.summary.sample.take(np.arange(3)).dtype == np.float32


def test_another_hash_needs_another_format():
    """A profile of yesterday must choose the rows that a table of today would."""
    table = {"x": [1.5, None, -0.0], "color": ["red", None, "blue"]}
    keys = [0x8BB21F8EC1247C85, 0xA2F994F4B49DA97F, 0x9264B26BDE6D3BC5]
    assert (files.FORMAT_WITH_ROWS, fs.profile(table).summary.sample.keys.tolist()) == (1, keys)

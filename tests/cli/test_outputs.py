from pathlib import Path

import pytest

from featureshift.cli.outputs import Outputs, Unwritten, check_outputs
from featureshift.errors import OptionError, UnwritableFileError


def test_names_of_files_hold_that_of_the_query():
    outputs = Outputs(
        (("html", Path("out/{query}.html")), ("json", Path("-"))), Path("{query}.csv")
    )
    outputs.check_several()
    named = outputs.of("data/day=1/feb.csv.gz")
    assert named.files == (("html", Path("out/feb.html")), ("json", Path("-")))
    assert named.repair == Path("feb.csv")
    assert outputs.of("-").repair == Path("-.csv")


@pytest.mark.parametrize(
    "outputs",
    [Outputs((("html", Path("out.html")),)), Outputs((), Path("mended.csv"))],
    ids=["report", "repair"],
)
def test_one_file_is_not_written_for_several_queries(outputs):
    with pytest.raises(OptionError, match="several queries"):
        outputs.check_several()


def test_the_standard_output_takes_one_report():
    assert Outputs((("json", Path("-")),)).takes_standard_output
    assert not Outputs((("json", Path("a.json")),)).takes_standard_output
    with pytest.raises(OptionError, match="standard output"):
        Outputs((("json", Path("-")), ("junit", Path("-"))))


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "parts").mkdir()
    for name in ("r.csv", "q.csv", "parts/1.parquet"):
        (tmp_path / name).write_text("kept")
    (tmp_path / "link.csv").symlink_to("q.csv")
    (tmp_path / "hard.csv").hardlink_to(tmp_path / "q.csv")
    return tmp_path


@pytest.mark.parametrize(
    ("output", "place"),
    [
        ("q.csv", "q.csv"),
        ("./parts/../q.csv", "q.csv"),
        ("link.csv", "q.csv"),
        ("hard.csv", "q.csv"),
        ("q.csv", "link.csv"),
        ("q.csv", "{files}/q.csv"),
        ("q.csv", "file://{files}/q.csv"),
        ("q.csv", "sqlite:///q.csv?table=t"),
        ("q.csv", "duckdb:///{files}/q.csv"),
        ("parts/1.parquet", "parts"),
        ("parts/1.parquet", "parts/*.parquet"),
    ],
)
def test_no_output_is_an_input(files, output, place):
    with pytest.raises(OptionError, match="over what is read"):
        check_outputs([Path(output)], ["r.csv", place.format(files=files)])


def test_two_outputs_need_two_files(files):
    with pytest.raises(OptionError, match="two outputs"):
        check_outputs([Path("new.html"), Path("./parts/../new.html")], [])
    with pytest.raises(OptionError, match="two outputs"):
        check_outputs([Path("link.csv"), Path("hard.csv")], [])
    check_outputs([Path("a"), Path("b"), Path("/dev/null"), Path("/dev/null")], ["r.csv", "s3://b"])


def test_what_could_not_be_written_is_told_in_the_end():
    unwritten = Unwritten()
    unwritten.check()
    for path in ("a.html", "b.html"):
        with unwritten.noted():
            raise UnwritableFileError(path, OSError(28, ""))
    with pytest.raises(OptionError, match="2 files") as told:
        unwritten.check()
    assert "'a.html': No space left" in told.value.found

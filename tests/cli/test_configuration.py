import pytest

from featureshift.cli.configuration import (
    Configuration,
    find_configuration,
    read_configuration,
)
from featureshift.errors import OptionError
from featureshift.tables.files.dialect import Dialect

EVERYTHING = """
method = "sm-threshold"
columns = ["a*", "b"]
ignore = "id_*"
threshold = 1
error-budget = 0.1
min_effect = 0.05
groups = "patient"
time = "ts"
max_rows = 1000
strict = true
fail_on = ["schema", "shift"]

[types]
zip = "text"

[csv]
separator = ";"
decimal = ","
header = true
"""


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_every_setting(tmp_path):
    assert read_configuration(write(tmp_path / "any.toml", EVERYTHING)) == Configuration(
        method="sm-threshold",
        columns=("a*", "b"),
        ignore=("id_*",),
        types={"zip": "text"},
        csv=Dialect(separator=";", decimal=",", header=True),
        threshold=1.0,
        error_budget=0.1,
        min_effect=0.05,
        groups="patient",
        time="ts",
        max_rows=1000,
        strict=True,
        fail_on=("schema", "shift"),
    )


def test_a_section_of_a_project(tmp_path):
    path = write(
        tmp_path / "pyproject.toml", '[project]\nname = "x"\n[tool.featureshift]\ntime="t"'
    )
    assert read_configuration(path) == Configuration(time="t")


def test_the_nearest_one_that_says_something(tmp_path):
    inner = tmp_path / "a" / "b"
    write(tmp_path / "featureshift.toml", "")
    write(tmp_path / "a" / "pyproject.toml", "[tool.featureshift]\n")
    write(inner / "pyproject.toml", "[tool.other]\n")
    assert find_configuration(inner) == tmp_path / "a" / "pyproject.toml"
    assert find_configuration(tmp_path) == tmp_path / "featureshift.toml"
    write(tmp_path / "a" / "featureshift.toml", "")
    assert find_configuration(inner) == tmp_path / "a" / "featureshift.toml"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ignored = []", "unknown setting 'ignored'(.|\n)*did you mean 'ignore'"),
        ("csv.seperator = ';'", r"unknown setting 'csv.seperator'(.|\n)*csv.separator"),
        ("csv = ';'", "csv is no table"),
        ("csv.separator = ';;'", "separator"),
        ("csv.encoding = 'utf-99'", "unknown encoding"),
        ("types.zip = 'txt'", "unknown type 'txt'"),
        ("types.zip = 1", "types is no table of texts"),
        ("threshold = 'high'", "threshold is no number"),
        ("strict = 1", "strict is no true or false"),
        ("max_rows = 1.5", "max_rows is no whole number"),
        ("ignore = [1]", "ignore is no list of texts"),
        ("a = ", "expected: TOML"),
    ],
)
def test_what_is_wrong_is_told_with_the_file(tmp_path, text, says):
    path = write(tmp_path / "featureshift.toml", text)
    with pytest.raises(OptionError, match=f"(?s)featureshift.toml.*{says}"):
        read_configuration(path)


def test_a_file_that_is_not_there_or_says_nothing(tmp_path):
    with pytest.raises(OptionError, match="cannot read"):
        read_configuration(tmp_path / "no.toml")
    with pytest.raises(OptionError, match="does not configure"):
        read_configuration(write(tmp_path / "pyproject.toml", "[project]\nname = 'x'"))


def test_the_command_line_goes_before():
    written = Configuration(
        ignore=("a",), threshold=0.3, strict=True, csv=Dialect(separator=";", decimal=",")
    )
    said = written.overruled(
        ignore=("b",), threshold=None, n_shifted=2, strict=False, csv=Dialect(separator="|")
    )
    assert said.ignore == ("b",)
    assert (said.threshold, said.n_shifted) == (None, 2)
    assert said.strict is True
    assert said.csv == Dialect(separator="|", decimal=",")
    assert written.overruled(threshold=None, ignore=()) == written

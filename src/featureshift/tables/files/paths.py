"""Tables on this machine: a file, or a directory or glob of Parquet or of CSV files."""

from __future__ import annotations

import glob
import itertools
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PurePosixPath

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.file import File, own_errors
from featureshift.tables.files.formats import open_file
from featureshift.tables.files.hive import folder_keys
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.parquet import open_parquet
from featureshift.tables.files.streamed_text import open_streamed
from featureshift.tables.files.streams import COMPRESSED_ENDINGS
from featureshift.tables.table import Table
from featureshift.tables.typed import with_types


def open_path(path: str | Path, options: ReadOptions) -> Table:
    """The table at a path, by its ending; a directory or a glob is one table of many files."""
    with own_errors(str(path)):
        found = Path(path).expanduser()
        text = str(found)
        if found.exists() and not found.is_dir():
            return open_file(File.at(found), options)
        if found.is_dir() and str(path):
            return with_types(_open_files(text, _files_below(found), found, options), options.types)
        if glob.has_magic(text):
            opened = _open_files(text, _matches(text), _root(found), options)
            return with_types(opened, options.types)
    raise UnreadableTableError(
        f"there is no file {text!r}",
        expected="the path of an existing file or directory",
        remedy=_where_we_are(),
    )


def _where_we_are() -> str:
    try:
        return f"the working directory is {Path.cwd()}"
    except FileNotFoundError:
        return "the working directory was deleted: give the whole path"


def files_at(text: str) -> list[Path]:
    """The files that a path stands for, as :func:`open_path` takes it; none if there are none."""
    with suppress(OSError, RuntimeError, ValueError):  # opening it will say what is wrong
        found = Path(text).expanduser()
        if found.is_dir() and text:
            return _files_below(found)
        if found.exists() or not glob.has_magic(text):
            return [found]
        return [Path(each) for each in glob.glob(str(found), recursive=True)]  # noqa: PTH207
    return []


def _open_files(text: str, paths: list[Path], root: Path, options: ReadOptions) -> Table:
    keys = [folder_keys(path, root) for path in paths]
    files = [File.at(path) for path in paths]
    if paths and is_delimited(paths[0].name):
        return open_streamed(files, options, keys)
    return open_parquet(text, files, keys)


def _root(pattern: Path) -> Path:
    """The folder above all that a glob leaves open.

    >>> str(_root(Path("data/day=2025-02-*/part.parquet")))
    'data'
    """
    named = itertools.takewhile(lambda part: not glob.has_magic(part), pattern.parts)
    return Path(*named)


def _files_below(directory: Path) -> list[Path]:
    """Parquet files at any depth, else CSV files; not what writers hide (_temporary, .cache)."""
    return _below(directory, is_parquet) or _below(directory, is_csv)


def _below(directory: Path, belongs: Callable[[str], bool]) -> list[Path]:
    return sorted(
        path
        for path in directory.rglob("*")
        if belongs(path.name)
        and path.is_file()
        and not any(is_hidden(part) for part in path.relative_to(directory).parts)
    )


def _matches(pattern: str) -> list[Path]:
    """Files that match a glob; a directory stands for the files below it."""
    found = sorted(map(Path, glob.glob(pattern, recursive=True)))  # noqa: PTH207 (absolute ones too)
    lists = [_files_below(path) if path.is_dir() else [path] for path in found]
    paths = [path for each in lists for path in each if not is_hidden(path.name)]
    for belongs in (is_parquet, is_delimited):
        if all(belongs(path.name) for path in paths):
            return paths
    other = next((p for p in paths if not is_parquet(p.name)), paths[0])
    raise UnreadableTableError(
        f"{pattern!r} matches files that are not Parquet, or not all of one format",
        expected="a glob of *.parquet files, or of *.csv, *.tsv or *.txt files",
        found=other.name,
        remedy="name one file, or convert them to Parquet",
    )


def is_parquet(name: str) -> bool:
    return name.lower().endswith(".parquet")


def is_csv(name: str) -> bool:
    """Whether a file of a folder belongs to its table; a text without commas may be anything.

    >>> is_csv("a.CSV.gz"), is_csv("README.txt")
    (True, False)
    """
    return _text_ending(name) in (".csv", ".tsv")


def is_delimited(name: str) -> bool:
    return _text_ending(name) in (".csv", ".tsv", ".txt")


def _text_ending(name: str) -> str:
    path = PurePosixPath(name.lower())
    return PurePosixPath(path.stem).suffix if path.suffix in COMPRESSED_ENDINGS else path.suffix


def is_hidden(name: str) -> bool:
    return name.startswith(("_", "."))

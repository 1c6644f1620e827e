"""Tables on this machine: a file, or a directory or glob of Parquet files."""

from __future__ import annotations

import glob
import itertools
from contextlib import suppress
from pathlib import Path

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.file import File, own_errors
from featureshift.tables.files.formats import open_file
from featureshift.tables.files.hive import folder_keys
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.parquet import open_parquet
from featureshift.tables.table import Table
from featureshift.tables.typed import with_types


def open_path(path: str | Path, options: ReadOptions) -> Table:
    """The table at a path, by its ending; a directory or a glob is a table of Parquet files."""
    with own_errors(str(path)):
        found = Path(path).expanduser()
        text = str(found)
        if found.exists() and not found.is_dir():
            return open_file(File.at(found), options)
        if found.is_dir() and str(path):
            return with_types(_open_files(text, _parquet_below(found), found), options.types)
        if glob.has_magic(text):
            return with_types(_open_files(text, _matches(text), _root(found)), options.types)
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
            return _parquet_below(found)
        if found.exists() or not glob.has_magic(text):
            return [found]
        return [Path(each) for each in glob.glob(str(found), recursive=True)]  # noqa: PTH207
    return []


def _open_files(text: str, paths: list[Path], root: Path) -> Table:
    keys = [folder_keys(path, root) for path in paths]
    return open_parquet(text, [File.at(path) for path in paths], keys)


def _root(pattern: Path) -> Path:
    """The folder above all that a glob leaves open.

    >>> str(_root(Path("data/day=2025-02-*/part.parquet")))
    'data'
    """
    named = itertools.takewhile(lambda part: not glob.has_magic(part), pattern.parts)
    return Path(*named)


def _parquet_below(directory: Path) -> list[Path]:
    """Parquet files at any depth, but not in what writers hide (_temporary, .ipynb_checkpoints)."""
    return sorted(
        path
        for path in directory.rglob("*.parquet")
        if path.is_file() and not any(is_hidden(part) for part in path.relative_to(directory).parts)
    )


def _matches(pattern: str) -> list[Path]:
    """Files that match a glob; a directory stands for the files below it."""
    found = sorted(map(Path, glob.glob(pattern, recursive=True)))  # noqa: PTH207 (absolute ones too)
    lists = [_parquet_below(path) if path.is_dir() else [path] for path in found]
    paths = [path for each in lists for path in each if not is_hidden(path.name)]
    foreign = [path for path in paths if path.suffix.lower() != ".parquet"]
    if foreign:
        raise UnreadableTableError(
            f"{pattern!r} matches files that are not Parquet",
            expected="a glob of *.parquet files",
            found=foreign[0].name,
            remedy="name one CSV or Feather file, or convert them to Parquet",
        )
    return paths


def is_hidden(name: str) -> bool:
    return name.startswith(("_", "."))

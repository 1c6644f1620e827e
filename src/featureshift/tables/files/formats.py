"""Which reader a file needs: told by the ending of its name, or by how its bytes begin."""

from __future__ import annotations

from collections.abc import Callable

from featureshift.errors import UnreadableTableError
from featureshift.tables.files.delimited import open_delimited
from featureshift.tables.files.excel import open_workbook
from featureshift.tables.files.feather import open_feather
from featureshift.tables.files.file import File, reading
from featureshift.tables.files.json_records import open_json, open_json_lines
from featureshift.tables.files.options import ReadOptions
from featureshift.tables.files.parquet import open_parquet
from featureshift.tables.files.streams import COMPRESSED_ENDINGS, text_stream
from featureshift.tables.profile.file import SUFFIX, holds_profile, read_profile
from featureshift.tables.table import Table
from featureshift.tables.typed import with_types

FORMATS: dict[str, Callable[[File, ReadOptions], Table]] = {
    ".csv": open_delimited,
    ".tsv": open_delimited,
    ".txt": open_delimited,
    ".jsonl": open_json_lines,
    ".ndjson": open_json_lines,
    ".json": open_json,
    ".xlsx": open_workbook,
    ".xls": open_workbook,
    ".ods": open_workbook,
    ".parquet": lambda file, _: open_parquet(file.name, [file]),
    ".feather": open_feather,
    ".arrow": open_feather,
    SUFFIX: lambda file, _: read_profile(file),
}
"""Ending of a name -> what opens such a file. A folder or a glob holds Parquet or CSV."""

BEGINNINGS = {
    b"PAR1": ".parquet",
    b"ARROW1": ".arrow",
    b"PK\x03\x04": ".xlsx",
    b"{": ".jsonl",
    b"[": ".json",
}
"""How files begin that cannot be delimited text -> an ending that they could have."""


def open_file(file: File, options: ReadOptions) -> Table:
    with reading(file):
        table = FORMATS[_ending(file)](file, options)
    return with_types(table, options.types)


def _ending(file: File) -> str:
    endings = file.endings
    if endings and endings[-1] in COMPRESSED_ENDINGS:
        endings = endings[:-1]
    if _may_be_arrow(endings) and holds_profile(file):
        return SUFFIX
    if endings and endings[-1] in FORMATS:
        return endings[-1]
    if file.path is None:  # what a server or a pipe sends need not have a name
        return _ending_of_content(file)
    raise UnreadableTableError(
        f"cannot tell the format of {file.name!r} from its name",
        expected=f"a name that ends in {', '.join(FORMATS)}",
        found=endings[-1] if endings else "no ending",
        remedy="rename or convert the file",
    )


def _may_be_arrow(endings: list[str]) -> bool:
    """Whether a file is looked into, which costs a request where it lies far away."""
    return not endings or endings[-1] not in FORMATS or endings[-1] in (".arrow", ".feather")


def _ending_of_content(file: File) -> str:
    with text_stream(file) as stream:
        start = stream.read(1 << 10).removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"<"):
        raise UnreadableTableError(
            f"{file.name!r} is no table but a page",
            expected="a CSV, JSON, Parquet, Feather or Excel file",
            found=start[:60].decode("utf-8", "replace"),
            remedy="look for the address of the file itself, often called 'raw' or 'download'",
        )
    return next((BEGINNINGS[begin] for begin in BEGINNINGS if start.startswith(begin)), ".csv")

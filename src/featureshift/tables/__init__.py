"""Any user table -> aligned float32 blocks.

``align`` is the door: it takes two sources, matches their columns, reads both once (``scan``) and
returns a :class:`TablePair` whose sides yield comparable blocks [rows, features].
"""

from featureshift.tables.kinds import Kind, Note
from featureshift.tables.pair import Side, TablePair, align
from featureshift.tables.progress import Progress, Tally, part
from featureshift.tables.sources import as_table
from featureshift.tables.table import Table

__all__ = [
    "Kind",
    "Note",
    "Progress",
    "Side",
    "Table",
    "TablePair",
    "Tally",
    "align",
    "as_table",
    "part",
]

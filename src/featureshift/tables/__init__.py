"""Any user table -> partitions of typed columns -> a summary -> an aligned pair.

``match`` opens two sources and matches their columns; an engine folds the partitions of each into a
``Summary`` (a scan of every column and one sample of rows); ``align`` makes the :class:`TablePair`.
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

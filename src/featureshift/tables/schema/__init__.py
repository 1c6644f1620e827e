"""What changed between the schemas of two tables, and how text that holds numbers is read.

Before the tables are read, ``of_columns.py`` compares names and types, and ``retyping.py`` says how
texts are read where types or formats differ; ``of_cells.py`` compares what was read.
"""

from featureshift.tables.schema.verdict import ChangeKind, SchemaChange, SchemaVerdict, Severity

__all__ = ["ChangeKind", "SchemaChange", "SchemaVerdict", "Severity"]

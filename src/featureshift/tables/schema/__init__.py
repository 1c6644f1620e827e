"""What changed between the schemas of two tables, and how text that holds numbers is read.

``retyping.py`` looks at a few cells where types differ and says how they are read; ``comparing.py``
asks every rule for what changed, before and after the tables are read.
"""

from featureshift.tables.schema.verdict import ChangeKind, SchemaChange, SchemaVerdict, Severity

__all__ = ["ChangeKind", "SchemaChange", "SchemaVerdict", "Severity"]

"""What page.md names: numbers, tables and figures, one file per section, computed from the rows."""

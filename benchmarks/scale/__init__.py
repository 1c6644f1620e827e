"""How time and memory grow with the rows of a table on disk, beside DuckDB on the same files."""

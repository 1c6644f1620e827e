"""Columns that moved together, found by the relations that were lost and those that held."""

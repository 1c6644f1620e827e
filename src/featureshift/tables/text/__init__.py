"""Texts that are no categories (ids, free text): compared by how they are written."""

from featureshift.tables.text.changes import ABOUT_CONTENT, FormatChange, format_changes
from featureshift.tables.text.sample import TextSample

__all__ = ["ABOUT_CONTENT", "FormatChange", "TextSample", "format_changes"]

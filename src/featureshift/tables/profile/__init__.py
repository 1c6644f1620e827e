"""A table that was read once and is kept as its summary: in memory, in a file, merged.

``profile.py`` is the table, ``file.py`` the file, ``packed.py`` what is in it, ``merging.py`` the
sum of two, and ``seen.py`` the summary that a comparison takes out of a profile.
"""

from featureshift.tables.profile.profile import Profile

__all__ = ["Profile"]

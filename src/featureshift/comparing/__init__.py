"""Many sources, or groups of one table: each is compared with the pool of the others.

``sources.py``, ``groups.py`` and ``split.py`` are the public functions. Each reads every row
once, into a profile of its source; ``each_against_others.py`` compares these, ``oddest_out.py``
says which of them make the pool, and ``comparison.py`` is the result.
"""

from featureshift.comparing.groups import compare_groups
from featureshift.comparing.sources import compare
from featureshift.comparing.split import compare_split

__all__ = ["compare", "compare_groups", "compare_split"]

"""Our own shifts of columns that belong together: some of a related group, joined to wrong rows.

E8 permutes the rows of the query for columns chosen at random. Here rows are drawn from the
reference, and the columns are the smaller side of a cut through a group (``simulate.aim``):
relations across the cut break, those within both sides stay.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from featureshift.simulate.manipulation import Aim
from featureshift.simulate.training import JointResample


@dataclass(frozen=True)
class GroupResample(JointResample):
    """Whole rows of the chosen columns drawn from the reference, as T6, in a related group."""

    aim: ClassVar[Aim] = "related"

"""Where randomness of a training comes from: one seed, and a named branch for each use of it.

A draw depends on the seed, its branch and the numbers that the branch counts by (a step, a group),
on nothing else. So it can be made in any process, and made again when training resumes.

NumPy pads seeds with zeros: ``[0, 5]``, ``[0, 5, 0]`` and ``[0, 5, 0, 0]`` are one stream, and a
number of more than 32 bits takes the place of two. Therefore each branch has a number of its own,
counts by equally many numbers in every draw, and all numbers are below 2**32.
"""

from __future__ import annotations

from enum import Enum, unique

import numpy as np

from featureshift.errors import OptionError

LIMIT = 2**32
"""Seeds and counted numbers are below it."""


@unique
class Branch(Enum):
    """A use of randomness: its number, then what it counts by.

    Numbers are never given again, since weights were trained with them. The networks that ship are
    older than four of them: validation tables of FSL-Net came out of 3, batches and weights of
    GraphNet out of 13 and 14, searches out of none.

    >>> first, again, other = (Branch.SPLIT.generator(seed).random() for seed in (7, 7, 8))
    >>> first == again, first == other
    (True, False)
    """

    counted: tuple[str, ...]

    def __new__(cls, number: int, *counted: str) -> Branch:
        member = object.__new__(cls)
        member._value_ = number
        member.counted = counted
        return member

    FSLNET_GROUP = 1, "group"
    FSLNET_BATCH = 2, "batch"
    FSLNET_VALIDATION_PAIR = 3, "table", "pair"
    SPLIT = (4,)
    FSLNET_WEIGHTS = (5,)
    FSLNET_VALIDATION_TABLE = 6, "table"
    SEARCH = 7, "trial"
    GRAPHNET_TRAINING = 11, "shard", "pair"
    GRAPHNET_VALIDATION = 12, "shard", "pair"
    GRAPHNET_TRAINING_COPULA = 13, "shard", "pair"
    GRAPHNET_VALIDATION_COPULA = 14, "shard", "pair"
    GRAPHNET_NULL = 15, "shard", "pair"
    GRAPHNET_NULL_COPULA = 16, "shard", "pair"
    GRAPHNET_BATCH = 17, "step"
    GRAPHNET_WEIGHTS = (18,)
    GRAPHNET_HIDDEN_TRACES = (19,)
    FSLNET_MAPS_TRAINING = 21, "shard", "pair"
    FSLNET_MAPS_VALIDATION = 22, "shard", "pair"
    FSLNET_MAPS_BATCH = 23, "step"
    FSLNET_MAPS_NULL = 24, "shard", "pair"

    def generator(self, seed: int, *numbers: int) -> np.random.Generator:
        """Of a seed and one number for each of ``counted``."""
        if len(numbers) != len(self.counted):
            raise TypeError(f"{self.name} counts by {self.counted}, not by {len(numbers)} numbers")
        if not all(0 <= number < LIMIT for number in (seed, *numbers)):
            raise OptionError(
                "a seed is out of range",
                expected=f"a whole number from 0 to {LIMIT - 1}",
                found=str(seed),
            )
        return np.random.default_rng([seed, self.value, *numbers])

    def seed(self, seed: int, *numbers: int) -> int:
        """For generators of others, such as torch: a whole number below 2**62."""
        return int(self.generator(seed, *numbers).integers(2**62))

"""Where the loop over blocks runs. Functionals merge, so only this layer knows about threads."""

from featureshift.engines.local import accumulate, measure

__all__ = ["accumulate", "measure"]

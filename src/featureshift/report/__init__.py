"""A :class:`Localization` as people read it."""

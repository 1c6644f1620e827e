"""A :class:`Comparison` as people read it: console, HTML, JSON."""

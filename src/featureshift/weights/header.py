"""What exported weights say about themselves. No torch here: writer and reader share this."""

from __future__ import annotations

FORMAT = 1
"""Raised whenever an older reader would misread a new file."""

MANIFEST = "manifest.json"
"""Beside the files: for each name the network, and the file and sha256 of each of its graphs."""

HEADER = ("format", "network", "config", "measures", "channels", "metadata")
"""Metadata properties of each graph: all but the first two are JSON. ``channels`` names the
channels of one table's map in order, ``measures`` those that the descriptors compute, and
``metadata`` tells where the weights come from. Of GraphNet, ``channels`` are those of nodes and
``measures`` those of edges."""

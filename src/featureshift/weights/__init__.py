"""Trained networks, shipped as ONNX files with a manifest, and what it takes to run them.

Files are checked against their sha256 before anything reads them, and nothing is ever unpickled.
"""

from featureshift.weights.opened import Weights, open_weights
from featureshift.weights.stored import SHIPPED, shipped_weights

__all__ = [
    "SHIPPED",
    "Weights",
    "open_weights",
    "shipped_weights",
]

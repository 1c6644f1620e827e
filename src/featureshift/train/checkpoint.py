"""Checkpoints: tensors and plain values, written whole or not at all, never unpickled."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import torch

from featureshift.errors import UnreadableTableError
from featureshift.written_whole import written_whole

FORMAT = 1
LAST, BEST = "last.pt", "best.pt"


def save(content: dict[str, Any], path: Path) -> None:
    with written_whole(path) as beside:
        torch.save({"format": FORMAT, **content}, beside)


def load(path: Path, device: str = "cpu") -> dict[str, Any]:
    """The content of a checkpoint; only tensors and plain values are accepted."""
    try:
        content = torch.load(path, map_location=device, weights_only=True)
    except (OSError, EOFError, RuntimeError, ValueError, pickle.UnpicklingError) as error:
        raise UnreadableTableError(
            f"{path} cannot be read as a checkpoint",
            found=f"{type(error).__name__}: {str(error)[:200]}",
            remedy="start in another directory",
        ) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise UnreadableTableError(
            f"{path} is no checkpoint of this version", expected=f"format {FORMAT}"
        )
    return content

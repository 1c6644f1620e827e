"""The log of a training: one JSON object per line, appended."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from featureshift.written_whole import write_text

LOG_NAME = "log.jsonl"
"""Of the file, beside the weights."""


class Log:
    """A JSONL file; every line has a ``step``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, line: Mapping[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def read(self) -> list[dict[str, Any]]:
        """All lines; one that was cut off by a crash is left out."""
        if not self.path.exists():
            return []
        lines = []
        for text in self.path.read_text("utf-8").splitlines():
            try:
                lines.append(json.loads(text))
            except json.JSONDecodeError:
                continue
        return lines

    def forget_after(self, step: int) -> None:
        """Drop lines of steps that a resumed training will take again."""
        kept = [line for line in self.read() if line["step"] <= step]
        write_text("".join(json.dumps(line) + "\n" for line in kept), self.path)

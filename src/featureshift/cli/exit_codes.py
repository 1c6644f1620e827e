"""What the process tells the shell."""

from __future__ import annotations

DONE, SHIFT_FOUND, BAD_INPUT, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 70, 130

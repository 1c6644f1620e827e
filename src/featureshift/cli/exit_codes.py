"""What the process tells the shell."""

from __future__ import annotations

DONE, SHIFT_FOUND, BAD_INPUT, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 70, 130

IN_WORDS = (
    f"Exit codes: {DONE} done; {SHIFT_FOUND} a shift was found and --fail-on-shift was given; "
    f"{BAD_INPUT} bad input; {INTERNAL_ERROR} a bug; {INTERRUPTED} interrupted."
)

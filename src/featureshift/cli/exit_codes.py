"""What the process tells the shell."""

from __future__ import annotations

DONE, GATE_FAILED, BAD_INPUT, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 70, 130

IN_WORDS = (
    f"Exit codes: {DONE} done; {GATE_FAILED} what --fail-on names was found; "
    f"{BAD_INPUT} bad input; {INTERNAL_ERROR} a bug; {INTERRUPTED} interrupted."
)

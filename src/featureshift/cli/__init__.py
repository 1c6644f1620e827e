"""The command line: ``featureshift locate | demo | methods | bench | train | weights``.

One file per command, and ``exit_codes.py`` for what they tell the shell.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from featureshift.cli.exit_codes import INTERRUPTED


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    try:
        from featureshift.cli.app import app, run_command
    except KeyboardInterrupt:  # importing takes a moment, in which people may think better of it
        sys.exit(INTERRUPTED)
    run_command(app, arguments)


__all__ = ["main"]

"""The command line: ``featureshift locate | demo | methods | bench | train | weights``.

One file per command, and ``exit_codes.py`` for what they tell the shell.
"""

from featureshift.cli.app import main

__all__ = ["main"]

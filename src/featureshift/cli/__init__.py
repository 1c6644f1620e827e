"""The command line: ``featureshift locate | demo | methods | bench | train | weights``.

One file per command. Exit codes: 0 done; 1 a shift was found and ``--fail-on-shift`` was given;
2 bad input; 70 a bug.
"""

from featureshift.cli.app import main

__all__ = ["main"]

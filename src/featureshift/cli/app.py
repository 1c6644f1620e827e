"""All commands under one name; errors of our own are printed without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError
from rich.console import Console

from featureshift import __version__
from featureshift.cli.exit_codes import BAD_INPUT, DONE, IN_WORDS, INTERNAL_ERROR, INTERRUPTED
from featureshift.cli.standard_streams import StandardStreams
from featureshift.errors import FeatureshiftError, OutOfMemoryError
from featureshift.out_of_memory import is_out_of_memory
from featureshift.spelled_out import spelled_lines

app = App(
    name="featureshift",
    help=f"Which columns does the distribution shift between two tables come from?\n\n{IN_WORDS}",
    version=__version__,
)
app.command(
    "featureshift.cli.locate:locate",
    name="locate",
    help=f"Say which columns of QUERY are shifted against REFERENCE.\n\n{IN_WORDS}",
)
app.command(
    "featureshift.cli.compare:compare",
    name="compare",
    help=f"Say which of several sources is odd, and in which columns.\n\n{IN_WORDS}",
)
app.command(
    "featureshift.cli.profile:profile",
    name="profile",
    help="Read REFERENCE once, and keep what comparisons need of it.",
)
app.command("featureshift.cli.demo:demo", name="demo", help="Compare two simulated clinics.")
app.command("featureshift.cli.methods:methods", name="methods", help="List the methods.")
app.command("featureshift.cli.bench:app", name="bench", help="Run the benchmark.")
app.command("featureshift.cli.train:app", name="train", help="Train a network.")
app.command("featureshift.cli.weights:app", name="weights", help="List or verify networks.")
app.register_install_completion_command("completion", help="Install completion for this shell.")


def run_command(app: App, arguments: Sequence[str] | None = None) -> None:
    """Run one command of ``app`` and exit; errors of our own are printed without a traceback.

    A crash must never look like a shift, so it has a code of its own.
    """
    with StandardStreams() as streams:
        code = _code_of(app, arguments, streams)
    sys.exit(code)


def _code_of(app: App, arguments: Sequence[str] | None, streams: StandardStreams) -> int:
    try:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        streams.check()
    except KeyboardInterrupt:
        return INTERRUPTED
    except (FeatureshiftError, CycloptsError) as error:
        _complain(f"error {error}")
        return BAD_INPUT
    except Exception as bug:
        if is_out_of_memory(bug):
            _complain(f"error {OutOfMemoryError('this command', str(bug))}")
            return BAD_INPUT
        if os.environ.get("FEATURESHIFT_DEBUG"):
            raise
        said = f"{type(bug).__name__}: {bug}"
        _complain(f"internal error {said}; set FEATURESHIFT_DEBUG=1 for a traceback")
        return INTERNAL_ERROR
    return code if isinstance(code, int) else DONE


def _complain(text: str) -> None:
    """To standard error: file names and columns are text, never markup, and steer no terminal."""
    console = Console(stderr=True, highlight=False, markup=False)
    console.print(spelled_lines(text), soft_wrap=True, style="red")

"""All commands under one name; errors of our own are printed without a traceback."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError
from rich.console import Console

from featureshift import __version__
from featureshift.cli.exit_codes import BAD_INPUT, DONE, IN_WORDS, INTERNAL_ERROR, INTERRUPTED
from featureshift.errors import FeatureshiftError

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


def main(arguments: Sequence[str] | None = None) -> None:
    run_command(app, arguments)


def run_command(app: App, arguments: Sequence[str] | None = None) -> None:
    """Run one command of ``app`` and exit; errors of our own are printed without a traceback.

    A crash must never look like a shift, so it has a code of its own.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name the terminal cannot show is no crash
    try:
        code = app(arguments, exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    except (FeatureshiftError, CycloptsError) as error:
        _complain(f"error {error}")
        code = BAD_INPUT
    except Exception as bug:
        if os.environ.get("FEATURESHIFT_DEBUG"):
            raise
        said = f"{type(bug).__name__}: {bug}"
        _complain(f"internal error {said}; set FEATURESHIFT_DEBUG=1 for a traceback")
        code = INTERNAL_ERROR
    sys.exit(code if isinstance(code, int) else DONE)


def _complain(text: str) -> None:
    """To standard error as it is: file names and columns are text, never markup."""
    Console(stderr=True, highlight=False, markup=False).print(text, soft_wrap=True, style="red")

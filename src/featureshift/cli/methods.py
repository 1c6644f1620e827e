"""``featureshift methods``: what each method finds, needs and costs."""

from __future__ import annotations

from rich.console import Console

from featureshift.cli.exit_codes import DONE


def methods() -> int:
    """List the methods: what each finds, needs and costs."""
    from featureshift.methods import methods as registered
    from featureshift.report.console import print_methods

    print_methods(Console(), registered())
    return DONE

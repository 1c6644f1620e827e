"""``featureshift methods``: what each method finds, needs and costs."""

from __future__ import annotations

import warnings

from rich.console import Console

from featureshift.cli.exit_codes import DONE


def methods() -> int:
    """List the methods: what each finds, needs and costs."""
    from featureshift.methods import methods as registered
    from featureshift.report.console import print_methods

    with warnings.catch_warnings(record=True, action="always") as refused:
        found = registered()
    print_methods(Console(), found)
    for warning in refused:
        Console(stderr=True, highlight=False, markup=False).print(warning.message, soft_wrap=True)
    return DONE

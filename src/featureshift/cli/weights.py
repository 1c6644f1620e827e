"""``featureshift weights``: which trained networks are here, and whether they are intact."""

from __future__ import annotations

from cyclopts import App
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from featureshift.errors import WeightsError
from featureshift.spelled_out import spelled_out
from featureshift.weights.opened import Weights, open_weights
from featureshift.weights.stored import shipped_weights

app = App(name="weights", help="List or verify trained networks.")


@app.command(name="list")
def list_weights() -> int:
    """The networks that come with the package and where they come from."""
    names = shipped_weights()
    table = Table("weights", "network", "version", "commit", "step", "mean F1", box=None)
    for name in names:
        table.add_row(name, *_story(open_weights(name)))
    Console().print(table if names else "no weights come with this version")
    return 0


@app.command
def verify(source: str | None = None, /) -> int:
    """Check files against their manifest and load them.

    Parameters
    ----------
    source
        A shipped name, or a directory that an export wrote; by default all that are shipped.
    """
    console = Console(highlight=False)
    sources = list(shipped_weights()) if source is None else [source]
    for each in sources:
        weights = open_weights(each)
        for role in weights.roles:
            weights.load(role)
        said = escape(spelled_out(f"{weights.name}: {', '.join(weights.roles)}"))
        console.print(f"[green]intact[/green] {said}")
    if not sources:
        raise WeightsError("no weights come with this version", remedy="name a directory")
    return 0


def _story(weights: Weights) -> list[str]:
    """Network, version, commit, step and validation F1, as far as they are told."""
    told = weights.metadata
    f1 = told.get("metrics", {}).get("mean_f1")
    known = [str(told.get(key, "-")) for key in ("version", "commit", "step")]
    return [weights.network, *known, "-" if f1 is None else f"{f1:.3f}"]

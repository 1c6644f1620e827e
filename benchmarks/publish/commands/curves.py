"""Draw how a training went."""

from __future__ import annotations

from pathlib import Path


def curves(training: Path, /, *, out: Path) -> int:
    """Draw how a training went.

    Parameters
    ----------
    training
        Directory that `featureshift train` wrote to.
    out
        The SVG file to write.
    """
    from benchmarks.publish.figures.save import digest, save_figure
    from benchmarks.publish.figures.style import styled
    from benchmarks.publish.figures.training import draw_training, read_validations

    found, name = read_validations(training), training.resolve().name
    with styled():
        figure = draw_training(found, name)
        save_figure(figure, out, title=f"training of {name}", stamp=digest(found))
    return 0

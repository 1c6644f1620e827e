"""FSL-Net with some of its parts: the rows of the paper's ablation."""

from __future__ import annotations

from dataclasses import dataclass

from featureshift.bench.aggregate import BASELINE

ABLATION = "ablation"
"""Below a directory of results: those of the variants; and the suite they run."""
PARTS = ("SM", "ME", "NE")
"""Statistical Measures, Moment Extraction, Neural Embedding, as the paper abbreviates them."""


@dataclass(frozen=True)
class Variant:
    """A Prediction Network (PN) that sees the maps of some parts only.

    >>> Variant(("SM", "ME")).name, Variant(("SM", "ME")).title
    ('sm-me-pn', 'SM + ME + PN')
    """

    parts: tuple[str, ...]
    """Some of ``PARTS``."""

    @property
    def name(self) -> str:
        """Of its result file and its directories."""
        return "-".join((*self.parts, "PN")).lower()

    @property
    def title(self) -> str:
        """As the paper writes it."""
        return " + ".join((*self.parts, "PN"))


VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        Variant(("SM",)),
        Variant(("ME",)),
        Variant(("NE",)),
        Variant(("ME", "NE")),
        Variant(("SM", "ME")),
        Variant(("SM", "NE")),
        Variant(("SM", "ME", "NE")),
    )
}
"""In the order of the paper's table."""
FULL = "sm-me-ne-pn"
UNTRAINED = BASELINE
"""The method that is the paper's first row: its measures without a network."""
TITLES = {UNTRAINED: "SM"} | {name: variant.title for name, variant in VARIANTS.items()}
"""The rows of the paper's table by the method of ours, as it writes them and in its order."""

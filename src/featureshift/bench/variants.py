"""FSL-Net with some of its parts: the rows of the paper's ablation."""

from __future__ import annotations

from dataclasses import dataclass, replace

from featureshift.bench.aggregate import BASELINE
from featureshift.errors import OptionError
from featureshift.methods.fslnet.training.config import TrainConfig

SWITCHES = {"SM": "use_measures", "ME": "use_moments", "NE": "use_embedding"}
"""The field of ``FSLNetConfig`` for each part, in the paper's abbreviations."""


@dataclass(frozen=True)
class Variant:
    """A Prediction Network (PN) that sees the maps of some parts only.

    >>> Variant(("SM", "ME")).name, Variant(("SM", "ME")).title
    ('sm-me-pn', 'SM + ME + PN')
    """

    parts: tuple[str, ...]
    """Keys of ``SWITCHES``."""

    @property
    def name(self) -> str:
        """Of its result file and its directories."""
        return "-".join((*self.parts, "PN")).lower()

    @property
    def title(self) -> str:
        """As the paper writes it."""
        return " + ".join((*self.parts, "PN"))

    def of(self, config: TrainConfig) -> TrainConfig:
        """The same training with the parts of this variant."""
        switches = {switch: part in self.parts for part, switch in SWITCHES.items()}
        # The embedding sleeps at first only where there is something else to learn from.
        sleeps = "NE" in self.parts and len(self.parts) > 1
        wakes = config.optimizer.embedding_from if sleeps else 0.0
        return replace(
            config,
            network={**config.network, **switches},
            optimizer=replace(config.optimizer, embedding_from=wakes),
        )


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


def limited(config: TrainConfig, seconds: float) -> TrainConfig:
    """The same training with a budget of time as its only end, which its schedules then span."""
    if not seconds > 0:
        raise OptionError("a variant needs time to train", found=f"{seconds:g} seconds")
    optimizer = replace(config.optimizer, total_steps=0, total_seconds=float(seconds))
    return replace(config, optimizer=optimizer, validation=replace(config.validation, patience=0))

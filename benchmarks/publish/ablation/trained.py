"""What the training of each variant came to; kept beside the results of the ablation."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from featureshift.errors import OptionError
from featureshift.weights import open_weights

TRAINED_NAME = "training.json"


@dataclass(frozen=True)
class Trained:
    """One set of exported weights."""

    variant: str
    seconds: float
    """The time it was given."""
    threads: int
    """Of the training itself; pairs are made beside it. 0: as many as torch chose."""
    step: int
    """At which the best model was found."""
    validation_f1: float
    """Of that model, on validation tables of the training corpus."""
    sha256: str
    """Beginning of the hash of the weights, which tells trainings apart."""


def trained_of(weights: Path) -> Trained:
    """From the header of exported weights; the variant is the name of their directory."""
    opened = open_weights(weights)
    header = opened.metadata
    return Trained(
        variant=weights.name,
        seconds=float(header["training"]["optimizer"]["total_seconds"]),
        threads=int(header["training"]["threads"]),
        step=int(header["step"]),
        validation_f1=round(float(header["metrics"]["mean_f1"]), 4),
        sha256=opened.hashes["predict"][:16],
    )


def write_trained(directory: Path, trainings: Iterable[Trained]) -> None:
    """Add to those that are there; another training of the same variant is refused.

    Its results would stand among those of the earlier one.
    """
    known = {each.variant: each for each in read_trained(directory)}
    for each in trainings:
        if known.setdefault(each.variant, each) != each:
            raise OptionError(
                f"{str(directory)!r} has results of another training of {each.variant}",
                remedy="give another --results, or move the earlier ones away",
            )
    directory.mkdir(parents=True, exist_ok=True)
    text = json.dumps([asdict(each) for each in known.values()], indent=1)
    (directory / TRAINED_NAME).write_text(text + "\n", encoding="utf-8")


def read_trained(directory: Path) -> tuple[Trained, ...]:
    """None where there is no file."""
    path = directory / TRAINED_NAME
    if not path.exists():
        return ()
    return tuple(Trained(**each) for each in json.loads(path.read_text(encoding="utf-8")))

"""Variants of FSL-Net trained one after the other for the same time, to be measured side by side.

Below the directory of an ablation: ``config.json`` for all of them, ``training/<variant>`` with
checkpoints, and ``weights/<variant>``, which is there once a variant is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from benchmarks.publish.ablation import fslnet_training
from benchmarks.publish.ablation.variants import UNTRAINED, Variant
from featureshift.errors import OptionError

FSLNET = "featureshift.methods.fslnet.localizer:FSLNet"

Watch = Callable[[Variant, Any, float], None]
"""Called after each step with the variant, its progress, and the share of it that is done."""


def train_variants(
    config: fslnet_training.TrainConfig,
    variants: Iterable[Variant],
    out: Path,
    *,
    resume: bool = False,
    watch: Watch = lambda *_: None,
    stop: Callable[[], bool] = lambda: False,
) -> bool:
    """Train and export what is not done yet; False if ``stop``, asked after each step, said so.

    With ``resume`` a variant that is done stays as it is and an interrupted one goes on; without
    it, a directory that holds an ablation is refused. All variants have the same configuration, so
    a resumed ablation must have it too, its budget included.
    """
    fslnet_training.begin(config, out, resume=resume)
    for variant in variants:
        if not weights_of(out, variant).exists() and not _train(variant, config, out, watch, stop):
            return False
    return True


def weights_of(out: Path, variant: Variant) -> Path:
    return out / "weights" / variant.name


def methods_of(out: Path, variants: Iterable[Variant]) -> list[str]:
    """As the runner takes them: thresholded measures, then FSL-Net with the weights of each."""
    return [UNTRAINED, *(f"{FSLNET}@{weights_of(out, variant)}" for variant in variants)]


def _train(
    variant: Variant,
    config: fslnet_training.TrainConfig,
    out: Path,
    watch: Watch,
    stop: Callable[[], bool],
) -> bool:
    directory = out / "training" / variant.name
    finished = fslnet_training.train(
        fslnet_training.with_parts(config, variant.parts),
        directory,
        lambda progress, share: watch(variant, progress, share),
        stop,
    )
    if finished:
        _export(variant, directory, weights_of(out, variant))
    return finished


def _export(variant: Variant, training: Path, weights: Path) -> None:
    """Beside its place first: weights that are in their place are whole."""
    partial = weights.with_name(f"{weights.name}.partial")
    if not fslnet_training.export_best(training, partial):
        raise OptionError(
            f"{variant.name} was not validated in its time", remedy="give more --seconds"
        )
    partial.replace(weights)

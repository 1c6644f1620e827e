"""Variants of FSL-Net trained one after the other for the same time, to be measured side by side.

Below the directory of an ablation: ``config.json`` for all of them, ``training/<variant>`` with
checkpoints, and ``weights/<variant>``, which is there once a variant is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from featureshift.bench.variants import UNTRAINED, Variant
from featureshift.errors import OptionError
from featureshift.methods.fslnet.training.config import TrainConfig
from featureshift.train.session import UNFINISHED
from featureshift.train.settings import to_dict

if TYPE_CHECKING:
    from featureshift.methods.fslnet.training.task import FSLNetTask
    from featureshift.train.loop import Progress

BUDGET = "optimizer.total_seconds"
FSLNET = "featureshift.methods.fslnet.localizer:FSLNet"

Watch = Callable[[Variant, "Progress", float], None]
"""Told after each step which variant is trained, how far it is, and which share of it is done."""


def train_variants(
    config: TrainConfig,
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
    _settle(config, out, resume=resume)
    for variant in variants:
        if not weights_of(out, variant).exists() and not _train(variant, config, out, watch, stop):
            return False
    return True


def weights_of(out: Path, variant: Variant) -> Path:
    return out / "weights" / variant.name


def methods_of(out: Path, variants: Iterable[Variant]) -> list[str]:
    """As the runner takes them: thresholded measures, then FSL-Net with the weights of each."""
    return [UNTRAINED, *(f"{FSLNET}@{weights_of(out, variant)}" for variant in variants)]


def _settle(config: TrainConfig, out: Path, *, resume: bool) -> None:
    from featureshift.methods.fslnet.training.task import FSLNetTask
    from featureshift.train.run import FREE, has_begun, settle_config

    if has_begun(out) and not resume:
        raise OptionError(
            f"{str(out)!r} holds an ablation already", remedy="add --resume, or another --out"
        )
    settle_config(to_dict(config), out, free=(FREE | FSLNetTask.free) - {BUDGET})


def _train(
    variant: Variant, config: TrainConfig, out: Path, watch: Watch, stop: Callable[[], bool]
) -> bool:
    from featureshift.corpus.training.split import share_split
    from featureshift.methods.fslnet.training.task import FSLNetTask
    from featureshift.train.run import train

    directory = out / "training" / variant.name
    share_split(directory)
    task = FSLNetTask(variant.of(config))
    outcome = train(
        task,
        directory,
        resume=True,
        watch=lambda progress, share: watch(variant, progress, share),
        stop=stop,
    )
    if outcome.reason == UNFINISHED:
        return False
    _export(variant, task, directory, weights_of(out, variant))
    return True


def _export(variant: Variant, task: FSLNetTask, training: Path, weights: Path) -> None:
    """Beside its place first: weights that are in their place are whole."""
    from featureshift.train.run import export_best

    partial = weights.with_name(f"{weights.name}.partial")
    if export_best(task, training, partial) is None:
        raise OptionError(
            f"{variant.name} was not validated in its time", remedy="give more --seconds"
        )
    partial.replace(weights)

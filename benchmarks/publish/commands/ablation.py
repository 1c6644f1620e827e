"""Train the variants of FSL-Net, then measure them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import TaskID

from benchmarks.publish.ablation.variants import ABLATION
from benchmarks.publish.commands.options import RESULTS, Flag, Tasks
from featureshift.errors import AbsentDataError, UnknownNameError

if TYPE_CHECKING:
    from benchmarks.publish.ablation.fslnet_training import TrainConfig
    from benchmarks.publish.ablation.variants import Variant
    from featureshift.bench.task import Suite


def ablation(
    config: Path,
    /,
    *,
    out: Path,
    data: Path | None = None,
    benchmark: Path | None = None,
    seconds: float = 1200.0,
    resume: Flag = False,
    variants: str = "all",
    suite: str = ABLATION,
    results: Path = RESULTS / ABLATION,
    tasks: Tasks = None,
) -> int:
    """Train FSL-Net with some of its parts, each variant for the same time, and measure them.

    Parameters
    ----------
    config
        A TOML file as `featureshift train` reads it, such as configs/fslnet-cpu.toml.
    out
        Directory of checkpoints and weights.
    data
        Directory of training tables with a MANIFEST.csv, instead of the one in CONFIG.
    benchmark
        Directory of the tables to measure on; training leaves out tables of equal content.
    seconds
        Training time of each variant, all sessions together.
    resume
        Go on with what OUT holds: variants that are done are not trained again.
    variants
        Names separated by commas, such as sm-pn, or `all`.
    suite
        The tasks to measure on.
    results
        Directory of the result files; rows that are there already are not measured again.
    """
    from benchmarks.publish.ablation.fslnet_training import (
        load_config,
        require_torch,
        with_budget,
        with_folders,
    )
    from benchmarks.publish.ablation.trained import trained_of, write_trained
    from benchmarks.publish.ablation.training import methods_of, weights_of
    from featureshift.bench.console import run_on_console
    from featureshift.bench.runner import Limits, plan
    from featureshift.bench.task import find_suite

    require_torch()
    settings = with_folders(with_budget(load_config(config), seconds), data, benchmark)
    chosen, parts = find_suite(suite, tasks), _chosen(variants)
    _require_tables(chosen, benchmark, results)
    if not _train(settings, parts, out, resume):
        Console(stderr=True).print("paused, go on with --resume")
        return 0
    write_trained(results, [trained_of(weights_of(out, each)) for each in parts])
    planned = plan(chosen, methods_of(out, parts), results, folder=benchmark)
    run_on_console(suite, planned, results, Limits())
    return 0


def _chosen(names: str) -> list[Variant]:
    from benchmarks.publish.ablation.variants import VARIANTS

    wanted = list(VARIANTS) if names == "all" else [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in VARIANTS:
            raise UnknownNameError("variant", name, VARIANTS)
    return [VARIANTS[name] for name in wanted]


def _require_tables(suite: Suite, benchmark: Path | None, results: Path) -> None:
    """Told before hours of training, not after them."""
    from featureshift.bench.runner import plan

    absent = plan(suite, [], results, folder=benchmark).absent
    if absent:
        raise AbsentDataError(
            f"suite {suite.name!r} cannot be measured",
            found=f"no tables {', '.join(absent)}",
            remedy="give --benchmark DIR, or another --suite",
        )


def _train(config: TrainConfig, variants: list[Variant], out: Path, resume: bool) -> bool:
    from benchmarks.publish.ablation.fslnet_training import asked_to_stop, training_bar
    from benchmarks.publish.ablation.training import train_variants

    with training_bar(Console(stderr=True)) as bar, asked_to_stop() as stop:
        lines: dict[str, TaskID] = {}

        def watch(variant: Variant, progress: Any, share: float) -> None:
            name = variant.name
            if name not in lines:
                lines[name] = bar.add_task(name, total=1.0)
            words = f"{name}, step {progress.step}, best F1 {max(progress.best, 0):.3f}"
            bar.update(lines[name], completed=share, description=words)

        return train_variants(config, variants, out, resume=resume, watch=watch, stop=stop.is_set)

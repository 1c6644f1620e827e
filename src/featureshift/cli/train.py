"""The sub-commands ``featureshift train``, ``train search`` and ``train harvest``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter
from rich.console import Console

from featureshift.train.session import (
    UNFINISHED,
    asked_to_stop,
    require_torch,
    training_bar,
    with_folders,
)

if TYPE_CHECKING:
    from featureshift.train.loop import Progress as TrainingProgress
    from featureshift.train.run import Outcome
    from featureshift.train.search import Trial
    from featureshift.train.task import AnyTask

app = App(name="train", help="Train a network, search for its settings, fetch tables to train on.")
Flag = Annotated[bool, Parameter(negative=())]


@app.default
def run(
    config: Path,
    /,
    *,
    out: Path | None = None,
    data: Path | None = None,
    benchmark: Path | None = None,
    resume: Flag = False,
    device: str = "cpu",
    max_seconds: float | None = None,
    export: Path | None = None,
) -> int:
    """Train a network as CONFIG says.

    Parameters
    ----------
    config
        A TOML file, such as configs/smoke.toml.
    out
        Directory of checkpoints, log and split; by default runs/ and the name of the network.
    data
        Directory of training tables with a MANIFEST.csv, instead of the one in CONFIG.
    benchmark
        Directory of the benchmark's tables, read only to leave out tables of equal content.
    resume
        Go on with the training that OUT holds.
    device
        cpu, cuda or another one that torch finds on this machine.
    max_seconds
        Stop after this session's seconds, with a checkpoint to resume from.
    export
        Directory for the best model as ONNX.
    """
    require_torch()
    from featureshift.train.run import train

    console, task = Console(stderr=True), _task(config, data, benchmark)
    with training_bar(console) as bar, asked_to_stop() as stop:
        pairs = bar.add_task("preparing", total=None)
        steps = bar.add_task("training", total=1.0)

        def prepared(done: int, total: int) -> None:
            bar.update(pairs, completed=done, total=total)

        def watch(progress: TrainingProgress, share: float) -> None:
            words = f"step {progress.step}, best {task.best_words(progress.best)}"
            bar.update(pairs, visible=False)
            bar.update(steps, completed=share, description=words)

        outcome = train(
            task,
            out or Path("runs") / task.config.kind,
            resume=resume,
            device=device,
            max_seconds=max_seconds,
            export=export,
            watch=watch,
            prepared=prepared,
            stop=stop.is_set,
        )
    _tell(console, task, outcome)
    return 0


def _task(config: Path, data: Path | None, benchmark: Path | None) -> AnyTask:
    from featureshift.train.registry import load_task

    task = load_task(config)
    return type(task)(with_folders(task.config, data, benchmark))


@app.command
def search(
    config: Path,
    /,
    *,
    trials: int,
    out: Path = Path("runs/search"),
    data: Path | None = None,
    benchmark: Path | None = None,
    device: str = "cpu",
) -> int:
    """Train TRIALS random settings of the paper's search space; call again to go on.

    Parameters
    ----------
    config
        A TOML file; it says how long each trial trains.
    trials
        Trials in all, those of earlier calls counted.
    out
        Directory of the database and of one training per trial.
    data
        Directory of training tables with a MANIFEST.csv, instead of the one in CONFIG.
    benchmark
        Directory of the benchmark's tables, read only to leave out tables of equal content.
    device
        cpu, cuda or another one that torch finds on this machine.
    """
    require_torch()
    from featureshift.train.search import search as run_search

    console, task = Console(stderr=True), _task(config, data, benchmark)

    def report(trial: Trial) -> None:
        console.print(_trial_line(task, trial), markup=False, highlight=False)

    with asked_to_stop() as stop:
        found = run_search(task, out, trials, device=device, report=report, stop=stop.is_set)
    if len(found) < trials:
        console.print(f"paused after {len(found)} of {trials} trials, call again to go on")
    if found:
        Console().print(f"best: {_trial_line(task, found[0])}", markup=False, highlight=False)
    return 0


@app.command
def harvest(
    *,
    out: Path,
    benchmark: Path | None = None,
    limit: int | None = None,
    seed: int = 0,
    retry: Flag = False,
) -> int:
    """Fetch the paper's training tables from OpenML, cleaned, into OUT; call again to go on.

    Parameters
    ----------
    out
        Directory for the tables, their MANIFEST.csv, and REFUSED.csv with what stayed out and why.
    benchmark
        Directory of the benchmark's tables, read only to leave out tables of equal content.
    limit
        Look only at so many candidates, those of the lowest numbers.
    seed
        Decides, for each table by itself, how missing values go; the same in every call for OUT.
    retry
        Ask again for what was refused.
    """
    from featureshift.corpus.training.harvest import harvest as run_harvest

    console = Console(stderr=True)
    with training_bar(console) as bar, asked_to_stop() as stop:
        task = bar.add_task("asking for the list of tables", total=None)

        def watch(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total, description=name)

        found = run_harvest(
            out,
            benchmark=benchmark,
            limit=limit,
            seed=seed,
            retry=retry,
            watch=watch,
            stop=stop.is_set,
        )
    state = f"paused with {found.left} to go, call again" if found.left else "done"
    console.print(f"{state}: {found.tables} tables, {found.refused} refused, in {out}")
    return 0


def _trial_line(task: AnyTask, trial: Trial) -> str:
    values = ", ".join(f"{name} {value}" for name, value in trial.settings.items())
    return f"trial {trial.number}, {task.best_words(trial.score)}: {values}"


def _tell(console: Console, task: AnyTask, outcome: Outcome) -> None:
    progress = outcome.progress
    state = "paused, go on with --resume" if outcome.reason == UNFINISHED else "done"
    console.print(
        f"{state}: {progress.step} steps in {progress.seconds:.0f} s of all sessions, "
        f"best {task.best_words(progress.best)} at step {progress.best_step}, in {outcome.out}"
        if progress.validations
        else f"{state}: {progress.step} steps, not validated yet, in {outcome.out}"
    )
    if outcome.exported is not None:
        console.print(f"exported to {outcome.exported}")

"""Random search over the settings of a task; it resumes from its database."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from featureshift.corpus.training.split import share_split
from featureshift.errors import MissingExtraError, OptionError
from featureshift.train.device import require_device
from featureshift.train.run import CONFIG_NAME, FREE, settle_config, train
from featureshift.train.seeds import Branch
from featureshift.train.session import UNFINISHED
from featureshift.train.task import AnyTask

STUDY = "featureshift"
DATABASE = "search.db"
SETTINGS = "settings"
"""Where the database keeps what a trial trains; its drawn parameters are what led to that."""


@dataclass(frozen=True)
class Trial:
    """One point of the search."""

    number: int
    settings: dict[str, Any]
    """What differs from the configuration, by field of network or optimizer; lists for tuples."""
    score: float
    """Of validation, at its best, as ``Task.score`` has it."""


def search(
    task: AnyTask,
    out: Path,
    trials: int,
    *,
    device: str = "cpu",
    report: Callable[[Trial], None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Trial]:
    """Train ``trials`` drawn configurations in all, those of earlier calls counted; best first.

    Each is trained for as long as the task's configuration says. A trial that was interrupted, by
    ``stop`` or otherwise, goes on where its last checkpoint is. One process at a time: another
    one's trial at work could not be told from an interrupted one.
    """
    if trials < 1:
        raise OptionError("a search needs trials", expected="1 or more", found=str(trials))
    if not task.searchable:
        raise OptionError(
            f"no settings to search are known for {task.config.kind}",
            remedy="search with the configuration of another network",
        )
    require_device(device)
    study = _study(task, out)
    while len(_completed(study)) < trials and not stop():
        number, settings = _interrupted(study) or _drawn(study, task)
        directory = out / f"trial-{number:04d}"
        share_split(directory)
        drawn = task.with_settings(settings)
        outcome = train(drawn, directory, resume=True, device=device, stop=stop)
        if outcome.reason == UNFINISHED:
            break
        study.tell(number, outcome.progress.best)
        report(Trial(number, settings, outcome.progress.best))
    return sorted(_completed(study), key=lambda trial: -trial.score)


def _study(task: AnyTask, out: Path) -> Any:
    """The study of a directory; only the configuration it began with may go on."""
    try:
        import optuna
    except ImportError as error:
        raise MissingExtraError("search", "train") from error
    if (out / DATABASE).exists() and not (out / CONFIG_NAME).exists():
        raise OptionError(
            f"{str(out)!r} holds a search, but not the configuration it began with",
            remedy="search in another directory",
        )
    # Trials of other budgets could not be compared.
    settle_config(task.config, out, free=(FREE | task.free) - task.budget)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    address = f"sqlite:///{(out / DATABASE).resolve()}"
    return optuna.create_study(
        study_name=STUDY, storage=address, direction="maximize", load_if_exists=True
    )


def _completed(study: Any) -> list[Trial]:
    return [
        Trial(trial.number, trial.user_attrs[SETTINGS], float(trial.value))
        for trial in study.trials
        if trial.value is not None
    ]


def _interrupted(study: Any) -> tuple[int, dict[str, Any]] | None:
    """Number and settings of the first trial that has begun and has no value yet.

    Whatever ended it, it is still running to the database, since only ``search`` says how a trial
    ends. One without settings was interrupted before it began, and is nothing to go on with.
    """
    for trial in study.trials:
        if not trial.state.is_finished() and SETTINGS in trial.user_attrs:
            return trial.number, trial.user_attrs[SETTINGS]
    return None


def _drawn(study: Any, task: AnyTask) -> tuple[int, dict[str, Any]]:
    """Number and settings of a new trial: a function of the seed and the number."""
    from optuna.samplers import RandomSampler

    rng = Branch.SEARCH.generator(task.config.seed, len(study.trials))
    study.sampler = RandomSampler(seed=int(rng.integers(2**32)))
    trial = study.ask()

    def draw(name: str, values: tuple[Any, ...]) -> Any:
        # As JSON: the database takes no tuples.
        texts = [json.dumps(value) for value in values]
        return json.loads(trial.suggest_categorical(name, texts))

    settings = task.draw_settings(draw)
    trial.set_user_attr(SETTINGS, settings)
    return trial.number, settings

"""Random search over the settings of network and optimizer; it resumes from its database."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from featureshift.errors import MissingExtraError, OptionError
from featureshift.methods.fslnet.config import SEARCH_MEASURES, SEARCH_SPACE, FSLNetConfig
from featureshift.methods.fslnet.training.run import (
    BUDGET,
    CONFIG_NAME,
    FREE,
    settle_config,
    share_split,
    train,
)
from featureshift.train.config import TrainConfig, to_dict
from featureshift.train.seeds import Branch
from featureshift.train.session import UNFINISHED

OPTIMIZER_SPACE: dict[str, tuple[Any, ...]] = {
    "learning_rate": (1e-4, 1e-3, 1e-2),
    "gamma": (0.9, 0.999, 0.9995),
    "lam": (1e-4, 1e-3),
}
"""Values the paper searched, by field of ``OptimizerConfig``."""
STUDY = "featureshift"
DATABASE = "search.db"
SETTINGS = "settings"
"""Where the database keeps what a trial trains; its drawn parameters are what led to that."""

Draw = Callable[[str, tuple[Any, ...]], Any]
"""One of the values, under a name."""


@dataclass(frozen=True)
class Trial:
    """One point of the search."""

    number: int
    settings: dict[str, Any]
    """What differs from the configuration, by field of network or optimizer; lists for tuples."""
    mean_f1: float
    """Of validation, at its best."""


def search(
    config: TrainConfig,
    out: Path,
    trials: int,
    *,
    device: str = "cpu",
    report: Callable[[Trial], None] = lambda _: None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Trial]:
    """Train ``trials`` drawn configurations in all, those of earlier calls counted; best first.

    Each is trained for as long as ``config`` says. A trial that was interrupted, by ``stop`` or
    otherwise, goes on where its last checkpoint is. One process at a time: another one's trial at
    work could not be told from an interrupted one.
    """
    if trials < 1:
        raise OptionError("a search needs trials", expected="1 or more", found=str(trials))
    study = _study(config, out)
    while len(_completed(study)) < trials and not stop():
        number, settings = _interrupted(study) or _drawn(study, config)
        directory = out / f"trial-{number:04d}"
        share_split(directory)
        trained = with_settings(config, settings)
        outcome = train(trained, directory, resume=True, device=device, stop=stop)
        if outcome.reason == UNFINISHED:
            break
        study.tell(number, outcome.progress.best)
        report(Trial(number, settings, outcome.progress.best))
    return sorted(_completed(study), key=lambda trial: -trial.mean_f1)


def _study(config: TrainConfig, out: Path) -> Any:
    """The study of a directory; only the configuration it began with may go on."""
    try:
        import optuna
    except ImportError as error:
        raise MissingExtraError("search", "train") from error
    begun = (out / DATABASE).exists()
    if begun and not (out / CONFIG_NAME).exists():
        raise OptionError(
            f"{str(out)!r} holds a search, but not the configuration it began with",
            remedy="search in another directory",
        )
    out.mkdir(parents=True, exist_ok=True)
    # Trials of other budgets could not be compared.
    settle_config(to_dict(config), out, begun=begun, free=FREE - BUDGET)
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


def _drawn(study: Any, config: TrainConfig) -> tuple[int, dict[str, Any]]:
    """Number and settings of a new trial: a function of the seed and the number."""
    from optuna.samplers import RandomSampler

    rng = Branch.SEARCH.generator(config.seed, len(study.trials))
    study.sampler = RandomSampler(seed=int(rng.integers(2**32)))
    trial = study.ask()

    def draw(name: str, values: tuple[Any, ...]) -> Any:
        # As JSON: the database takes no tuples.
        texts = [json.dumps(value) for value in values]
        return json.loads(trial.suggest_categorical(name, texts))

    settings = draw_settings(config, draw)
    trial.set_user_attr(SETTINGS, settings)
    return trial.number, settings


def draw_settings(config: TrainConfig, draw: Draw) -> dict[str, Any]:
    """A value for every searched setting, as it is really trained."""
    searched = {**SEARCH_SPACE, **OPTIMIZER_SPACE}
    settings = {name: draw(name, values) for name, values in searched.items()}
    settings |= _draw_measures(FSLNetConfig.from_dict(config.network), draw)
    # The only schedule that knows gamma.
    return {**settings, "schedule": "exponential"}


def _draw_measures(network: FSLNetConfig, draw: Draw) -> dict[str, Any]:
    """Each measure on or off; with none, the network does without, if it has other maps."""
    drawn = [name for name in SEARCH_MEASURES if draw(f"measure_{name}", (True, False))]
    if not (drawn or network.use_moments or network.use_embedding):
        drawn = [draw("only_measure", SEARCH_MEASURES)]
    if drawn and network.use_measures:
        return {"use_measures": True, "measures": drawn}
    return {"use_measures": False}


def with_settings(config: TrainConfig, settings: dict[str, Any]) -> TrainConfig:
    """The configuration with drawn settings in place of its own."""
    of_optimizer = (*OPTIMIZER_SPACE, "schedule")
    optimizer = {name: settings[name] for name in of_optimizer}
    network = {name: value for name, value in settings.items() if name not in of_optimizer}
    full = FSLNetConfig.from_dict({**config.network, **network})
    return replace(
        config,
        network=full.to_dict(),
        optimizer=replace(config.optimizer, **optimizer),
    )

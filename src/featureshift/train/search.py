"""Random search over the settings of network and optimizer; it resumes from its database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from featureshift.errors import MissingExtraError, OptionError
from featureshift.networks.config import SEARCH_MEASURES, SEARCH_SPACE, FSLNetConfig
from featureshift.train.config import TrainConfig
from featureshift.train.run import train

OPTIMIZER_SPACE: dict[str, tuple[Any, ...]] = {
    "learning_rate": (1e-4, 1e-3, 1e-2),
    "gamma": (0.9, 0.999, 0.9995),
    "lam": (1e-4, 1e-3),
}
"""Values the paper searched, by field of ``OptimizerConfig``."""
STUDY = "featureshift"
DATABASE = "search.db"


@dataclass(frozen=True)
class Trial:
    """One point of the search."""

    number: int
    settings: dict[str, Any]
    mean_f1: float
    """Of validation, at its best."""


def search(
    config: TrainConfig,
    out: Path,
    trials: int,
    *,
    device: str = "cpu",
    report: Callable[[Trial], None] = lambda _: None,
) -> list[Trial]:
    """Train ``trials`` drawn configurations in all, those of earlier calls counted; best first.

    Each is trained for as long as ``config`` says. A trial that was interrupted is drawn again.
    """
    try:
        import optuna
    except ImportError as error:
        raise MissingExtraError("search", "train") from error
    if trials < 1:
        raise OptionError("a search needs trials", expected="1 or more", found=str(trials))
    out.mkdir(parents=True, exist_ok=True)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    address = f"sqlite:///{(out / DATABASE).resolve()}"
    # Another seed after each interruption: the same one would draw the same points again.
    before = len(
        optuna.create_study(
            study_name=STUDY, storage=address, direction="maximize", load_if_exists=True
        ).trials
    )
    study = optuna.load_study(
        study_name=STUDY,
        storage=address,
        sampler=optuna.samplers.RandomSampler(seed=config.seed + before),
    )

    def objective(trial: Any) -> float:
        drawn = _draw(config, trial)
        outcome = train(drawn, out / f"trial-{trial.number:04d}", resume=True, device=device)
        report(Trial(trial.number, trial.params, outcome.progress.best))
        return outcome.progress.best

    study.optimize(objective, n_trials=max(0, trials - len(_completed(study))))
    return sorted(_completed(study), key=lambda trial: -trial.mean_f1)


def _completed(study: Any) -> list[Trial]:
    return [
        Trial(trial.number, trial.params, float(trial.value))
        for trial in study.trials
        if trial.value is not None
    ]


def _draw(config: TrainConfig, trial: Any) -> TrainConfig:
    """A configuration with every searched setting drawn."""

    def choose(name: str, values: tuple[Any, ...]) -> Any:
        # By position: the database takes no tuples.
        return values[trial.suggest_categorical(name, list(range(len(values))))]

    network = {name: choose(name, values) for name, values in SEARCH_SPACE.items()}
    measures = [name for name in SEARCH_MEASURES if choose(f"measure_{name}", (True, False))]
    network["measures"] = tuple(measures) or ("mean",)
    optimizer = {name: choose(name, values) for name, values in OPTIMIZER_SPACE.items()}
    full = FSLNetConfig.from_dict({**config.network, **network})
    return replace(
        config,
        network=full.to_dict(),
        optimizer=replace(config.optimizer, **optimizer),
    )

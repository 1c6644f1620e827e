"""A training from its configuration: directory, split, model, stream, export."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch

from featureshift.corpus.cleaning import MIN_FEATURES, MIN_ROWS
from featureshift.corpus.folder import Folder
from featureshift.errors import OptionError
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.fslnet.training.exporting import export_best
from featureshift.methods.fslnet.training.producer import Producer
from featureshift.methods.fslnet.training.stream import Stream
from featureshift.methods.fslnet.training.trainer import Progress, Trainer, Watch
from featureshift.methods.fslnet.training.validation import make_examples
from featureshift.train import checkpoint
from featureshift.train.config import CorpusConfig, TrainConfig, to_dict
from featureshift.train.seeds import Branch
from featureshift.train.split import SPLIT_NAME, Split, read_split, split_folder

CONFIG_NAME = "config.json"


@dataclass(frozen=True)
class Outcome:
    """How a call of ``train`` ended."""

    reason: str
    """As ``Trainer.run`` says it; "session" means that training is not over."""
    progress: Progress
    out: Path
    exported: Path | None


def train(
    config: TrainConfig,
    out: Path,
    *,
    resume: bool = False,
    device: str = "cpu",
    max_seconds: float | None = None,
    export: Path | None = None,
    watch: Watch | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Outcome:
    """Train in the directory ``out``, then export the best model so far to ``export``, if given.

    With ``resume`` a training that is there goes on (and one that is not begins); without it, a
    directory that holds one is refused. ``max_seconds`` bounds this session,
    and ``stop`` is asked after each step.
    """
    begun = (out / checkpoint.LAST).exists()
    if begun and not resume:
        raise OptionError(
            f"{str(out)!r} holds a training already", remedy="add --resume, or another --out"
        )
    out.mkdir(parents=True, exist_ok=True)
    if config.threads:
        torch.set_num_threads(config.threads)
    network = FSLNetConfig.from_dict(config.network)
    settle_config(to_dict(config), out, begun=begun, free=FREE)
    split = _settle_split(config, out)
    produce = _producer(config, network, split)
    with Stream(produce, config.stream, config.seed) as stream:
        examples = make_examples(config, split.validation)
        trainer = Trainer(
            config, initial_model(network, config.seed), stream, examples, out, device
        )
        if begun:
            trainer.restore()
        reason = trainer.run(max_seconds, watch, stop)
    exported = export_best(out, export) if export is not None else None
    return Outcome(reason, trainer.progress, out, exported)


def initial_model(network: FSLNetConfig, seed: int) -> FSLNet:
    """A model whose weights depend on the seed alone; other randomness of torch is seeded too."""
    torch.manual_seed(Branch.FSLNET_WEIGHTS.seed(seed))
    return FSLNet(network)


def _producer(config: TrainConfig, network: FSLNetConfig, split: Split) -> Producer:
    return Producer(
        seed=config.seed,
        corpus=config.corpus,
        example=config.example,
        group=config.stream.group,
        names=split.training,
        measures=network.statistical_measures,
    )


def settle_config(
    content: Mapping[str, Any], out: Path, *, begun: bool, free: Collection[str]
) -> None:
    """Keep the configuration with the weights; a resumed training must have the same one.

    Settings in ``free`` may change.
    """
    path = out / CONFIG_NAME
    if begun and path.exists():
        known = json.loads(path.read_text("utf-8"))
        old, new = dict(_flat(known)), dict(_flat(content))
        changed = sorted(
            key for key in old | new if old.get(key) != new.get(key) and key not in free
        )
        if changed:
            raise OptionError(
                "the configuration is not the one this training began with",
                expected=f"the settings of {path}",
                found=f"other values in: {', '.join(changed)}",
                remedy="resume with the same configuration, or train in another directory",
            )
    path.write_text(json.dumps(content, indent=1) + "\n", "utf-8")


FREE = frozenset(
    (
        "threads",
        "log_every",
        "checkpoint_seconds",
        "stream.workers",
        "validation.patience",
        "optimizer.total_steps",
        "optimizer.total_seconds",
        "corpus.folder",
        "corpus.benchmark",
        "corpus.cache_megabytes",
    )
)
"""Settings a resumed training may change: speed, when to stop, where the same corpus lies."""
BUDGET = frozenset(("validation.patience", "optimizer.total_steps", "optimizer.total_seconds"))
"""Those that say when to stop."""


def _flat(content: Mapping[str, Any], where: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in content.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{where}{key}.")
        else:
            yield where + key, value


def _settle_split(config: TrainConfig, out: Path) -> Split:
    """The split of the corpus, drawn once and kept beside the weights."""
    path = out / SPLIT_NAME
    if path.exists():
        return read_split(path)
    split = draw_split(config)
    path.write_text(json.dumps(asdict(split), indent=1) + "\n", "utf-8")
    return split


def share_split(directory: Path) -> None:
    """Take the split of a training beside this one, if there is any.

    For trainings on the same tables with the same seed: splitting reads the whole corpus.
    """
    known = sorted(directory.parent.glob(f"*/{SPLIT_NAME}"))
    if known and not (directory / SPLIT_NAME).exists():
        directory.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(known[0], directory / SPLIT_NAME)


def draw_split(config: TrainConfig) -> Split:
    """Training and validation tables of the configured folder; empty without one."""
    corpus = config.corpus
    if not corpus.folder:
        if config.validation.tables:
            raise OptionError(
                "no tables to train on",
                expected=f"a folder from which {config.validation.tables} tables can validate",
                remedy="give --data DIR, or set validation.tables = 0 to train on simulated ones",
            )
        return Split((), (), (), ())
    return split_corpus(
        corpus, config.validation.tables, config.seed, min_features=config.example.features[0]
    )


def split_corpus(
    corpus: CorpusConfig, validation_tables: int, seed: int, *, min_features: int
) -> Split:
    # Cleaning leaves nothing of a smaller table, and each one drawn to validate must count.
    least_rows, least_features = (MIN_ROWS, MIN_FEATURES) if corpus.clean else (0, 0)
    return split_folder(
        Folder(corpus.folder),
        validation_tables,
        Branch.SPLIT.generator(seed),
        min_rows=max(corpus.min_rows, least_rows),
        min_features=max(min_features, least_features),
        benchmark=Folder(corpus.benchmark) if corpus.benchmark else None,
    )

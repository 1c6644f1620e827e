"""The best model of a training, exported with its origin."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from featureshift import __version__
from featureshift.corpus.checkout import source_commit
from featureshift.corpus.folder import MANIFEST, Folder
from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.graphnet.training.config import GraphTrainConfig
from featureshift.train import checkpoint
from featureshift.train.config import CorpusConfig, TrainConfig, from_dict, to_dict
from featureshift.train.split import SPLIT_NAME, read_split


def best_model(out: Path) -> tuple[FSLNet, dict[str, Any]]:
    """The best model of a training, in evaluation mode, and what is known of it."""
    content = checkpoint.load(out / checkpoint.BEST)
    config = from_dict(TrainConfig, content["config"])
    model = FSLNet(FSLNetConfig.from_dict(config.network))
    model.load_state_dict(content.pop("model"))
    model.embedding_awake = content["embedding_awake"]
    return model.eval(), content


def export_best(out: Path, directory: Path) -> Path | None:
    """Export the best model so far; None when there was no validation yet."""
    from featureshift.methods.fslnet.network import export

    if not (out / checkpoint.BEST).exists():
        return None
    model, content = best_model(out)
    config = from_dict(TrainConfig, content["config"])
    directory.mkdir(parents=True, exist_ok=True)
    metadata = {
        "version": __version__,
        "commit": source_commit(),
        "step": content["step"],
        "metrics": content["report"],
        "corpus_sha256": corpus_hash(config.corpus, out),
        "trained_on": trained_on(config.corpus, out),
        "training": recipe(config),
    }
    export.export_fslnet(model, directory, metadata)
    return directory


def corpus_hash(corpus: CorpusConfig, out: Path) -> str:
    """Hash of the manifest and of the split: which tables the weights have seen."""
    digest = hashlib.sha256((out / SPLIT_NAME).read_bytes())
    if corpus.folder:
        digest.update((Path(corpus.folder) / MANIFEST).read_bytes())
    return digest.hexdigest()


def trained_on(corpus: CorpusConfig, out: Path) -> list[str]:
    """Content hashes of all tables that trained or validated; reads each of them."""
    if not corpus.folder:
        return []
    folder, split = Folder(corpus.folder), read_split(out / SPLIT_NAME)
    return sorted(folder.load(name).sha256 for name in (*split.training, *split.validation))


def recipe(config: TrainConfig | GraphTrainConfig) -> dict[str, Any]:
    """The settings without the network's, which have a place of their own, and without paths."""
    corpus = replace(config.corpus, folder="", benchmark="")
    return to_dict(replace(config, corpus=corpus, network={}))

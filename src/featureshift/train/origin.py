"""Where exported weights come from: code, settings and tables."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from featureshift import __version__
from featureshift.corpus.checkout import source_commit
from featureshift.corpus.folder import MANIFEST, Folder
from featureshift.corpus.training.split import SPLIT_NAME, read_split
from featureshift.train.settings import CorpusConfig, TaskConfig, to_dict


def origin(config: TaskConfig, best: Mapping[str, Any], out: Path) -> dict[str, Any]:
    """What the weights of the checkpoint ``best`` of the directory ``out`` carry with them."""
    return {
        "version": __version__,
        "commit": source_commit(),
        "step": best["step"],
        "metrics": best["report"],
        "corpus_sha256": corpus_hash(config.corpus, out),
        "trained_on": trained_on(config.corpus, out),
        "training": recipe(config),
    }


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


def recipe(config: TaskConfig) -> dict[str, Any]:
    """The settings without the network's, which have a place of their own, and without paths."""
    corpus = replace(config.corpus, folder="", benchmark="")
    return to_dict(replace(config, corpus=corpus, network={}))

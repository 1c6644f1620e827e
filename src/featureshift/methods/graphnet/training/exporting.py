"""The best GraphNet of a training, exported with its origin."""

from __future__ import annotations

import json
from pathlib import Path

from featureshift import __version__
from featureshift.corpus.checkout import source_commit
from featureshift.methods.fslnet.training.exporting import corpus_hash, recipe, trained_on
from featureshift.methods.fslnet.training.run import CONFIG_NAME
from featureshift.methods.graphnet.channels import EDGE_CHANNELS, NODE_CHANNELS, check_channels
from featureshift.methods.graphnet.config import GraphNetConfig
from featureshift.methods.graphnet.network import GraphNet
from featureshift.methods.graphnet.training.calibration import calibrate
from featureshift.methods.graphnet.training.config import GraphTrainConfig
from featureshift.methods.graphnet.training.data import GraphData, read_shards
from featureshift.methods.graphnet.training.shards import (
    NULL,
    SHARDS_NAME,
    VALIDATION,
    make_missing,
    makers,
)
from featureshift.train import checkpoint
from featureshift.train.config import from_dict
from featureshift.train.split import SPLIT_NAME, read_split


def export_best_graphnet(out: Path, directory: Path) -> Path | None:
    """Export the best model so far; None when there was no validation yet."""
    from featureshift.methods.graphnet.export import export_graphnet

    if not (out / checkpoint.BEST).exists():
        return None
    content = checkpoint.load(out / checkpoint.BEST)
    # As the last session had it: some settings may change between the best step and the export.
    config = from_dict(GraphTrainConfig, json.loads((out / CONFIG_NAME).read_text("utf-8")))
    check_channels(f"the weights in {out}", content["node_names"], content["edge_names"])
    network = GraphNetConfig.from_dict(config.network)
    model = GraphNet(network, len(NODE_CHANNELS), len(EDGE_CHANNELS))
    model.load_state_dict(content["model"])
    calibration = calibrate(model, *_kept_apart(config, out))
    metadata = {
        "version": __version__,
        "commit": source_commit(),
        "step": content["step"],
        "metrics": content["report"],
        "calibration": calibration.to_dict(),
        "corpus_sha256": corpus_hash(config.corpus, out),
        "trained_on": trained_on(config.corpus, out),
        "training": recipe(config),
    }
    export_graphnet(model, directory, metadata, temperature=calibration.temperature)
    return directory


def _kept_apart(config: GraphTrainConfig, out: Path) -> list[GraphData]:
    """Pairs that validated the training, then those without a shift.

    They are described anew where their files are gone.
    """
    names = read_split(out / SPLIT_NAME).validation
    made = [
        [
            path
            for maker, count in makers(config, names, part, out / SHARDS_NAME)
            for path in make_missing(maker, count, config.workers)
        ]
        for part in (VALIDATION, NULL)
    ]
    return [read_shards(paths) for paths in made if paths]

"""The best GraphNet of a training, exported with its origin."""

from __future__ import annotations

from pathlib import Path

from featureshift import __version__
from featureshift.corpus.checkout import source_commit
from featureshift.networks.graph_config import GraphNetConfig
from featureshift.networks.graphnet import GraphNet
from featureshift.train import checkpoint
from featureshift.train.config import from_dict
from featureshift.train.exporting import corpus_hash, recipe, trained_on
from featureshift.train.graph_calibration import calibrate
from featureshift.train.graph_config import GraphTrainConfig
from featureshift.train.graph_data import GraphData, read_shards
from featureshift.train.graph_shards import SHARDS_NAME, VALIDATION, make_missing, makers
from featureshift.train.split import SPLIT_NAME, read_split


def export_best_graphnet(out: Path, directory: Path) -> Path | None:
    """Export the best model so far; None when there was no validation yet."""
    from featureshift.networks.graph_export import export_graphnet

    if not (out / checkpoint.BEST).exists():
        return None
    content = checkpoint.load(out / checkpoint.BEST)
    config = from_dict(GraphTrainConfig, content["config"])
    nodes, edges = content["node_names"], content["edge_names"]
    model = GraphNet(GraphNetConfig.from_dict(config.network), len(nodes), len(edges))
    model.load_state_dict(content["model"])
    calibration = calibrate(model, _validation(config, out))
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
    export_graphnet(model, nodes, edges, directory, metadata, temperature=calibration.temperature)
    return directory


def _validation(config: GraphTrainConfig, out: Path) -> GraphData:
    """The pairs that were kept apart, described anew where their files are gone."""
    names = read_split(out / SPLIT_NAME).validation
    kept_apart = makers(config, names, VALIDATION, out / SHARDS_NAME)
    made = [make_missing(maker, count, config.workers) for maker, count in kept_apart]
    return read_shards([path for paths in made for path in paths])

"""The fixed pairs that training is judged by, and how it fares on them."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import torch

from featureshift.corpus import TRAINING_SIMULATORS, Dataset, Folder
from featureshift.corpus.training.tables import FolderTables
from featureshift.methods.fslnet.network.losses import fslnet_loss
from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.fslnet.training.batch import Batch, stack
from featureshift.methods.fslnet.training.config import TrainConfig
from featureshift.methods.fslnet.training.example import Example, describe_pair, make_pair
from featureshift.methods.fslnet.training.shapes import embedding_rows
from featureshift.methods.fslnet.training.tensors import as_tensors
from featureshift.methods.measures import StatisticalMeasures
from featureshift.simulate import TRAINING, score
from featureshift.train.corpus import simulated
from featureshift.train.report import Report, summarize
from featureshift.train.seeds import Branch

THRESHOLD_LOGIT = 0.0
"""A probability of one half."""
BATCH_CELLS = 2**17
"""Rows x features of both halves that go through the networks at once."""

logger = logging.getLogger(__name__)


def make_examples(config: TrainConfig, names: Sequence[str]) -> list[Example]:
    """The same pairs for the same config and tables, manipulations in turn over each table."""
    measures = network_measures(config)
    rules, settings = config.validation, replace(config.example, unshifted=0.0)
    examples = []
    for index, dataset in enumerate(_tables(config, names)):
        for number in range(rules.pairs):
            rng = Branch.FSLNET_VALIDATION_PAIR.generator(config.seed, index, number)
            # In turn, so that each manipulation is measured on many tables.
            turn = TRAINING[(index * rules.pairs + number) % len(TRAINING)]
            probabilities = {} if rng.random() < rules.unshifted else {turn: 1.0}
            n_rows = min(rules.rows, dataset.n_rows)
            n_features = min(rules.features, dataset.n_features)
            pair = make_pair(dataset, n_rows, n_features, settings, probabilities, rng)
            if probabilities and not pair.changed.any():
                continue  # a manipulation for the other kind of column, or without effect
            examples.append(describe_pair(pair, measures, rules.network_rows, dataset.name))
    return examples


def network_measures(config: TrainConfig) -> StatisticalMeasures:
    from featureshift.methods.fslnet.config import FSLNetConfig

    return FSLNetConfig.from_dict(config.network).statistical_measures


def _tables(config: TrainConfig, names: Sequence[str]) -> Iterator[Dataset]:
    corpus, rules = config.corpus, config.validation
    if names:
        tables = FolderTables(
            Folder(corpus.folder), names, filtered=corpus.clean, cache_megabytes=0
        )
        for dataset in map(tables.load, names):
            if dataset.n_rows >= corpus.min_rows:
                yield dataset
            else:
                logger.warning("%s does not validate: cleaning left too little", dataset.name)
    simulators = list(TRAINING_SIMULATORS)
    for number in range(rules.simulated):
        rng = Branch.FSLNET_VALIDATION_TABLE.generator(config.seed, number)
        n_features = int(rng.integers(config.example.features[0], config.example.features[1] + 1))
        source = simulators[number % len(simulators)]
        yield simulated(source, rules.rows, min(n_features, rules.features), corpus, rng)


def validate(
    model: FSLNet, examples: Sequence[Example], config: TrainConfig, device: str
) -> Report:
    """Score a model in evaluation mode; it is left as it was."""
    was_training = model.training
    model.eval()
    f1: dict[str, list[float]] = defaultdict(list)
    losses, alarms = [], []
    with torch.no_grad():
        for members, batch in _batches(examples):
            tensors = as_tensors(batch, device)
            rows = embedding_rows(config.example, tensors.shifted.shape[-1])
            output = model(*tensors.inputs, embedding_rows=rows)
            loss = fslnet_loss(output, tensors.shifted, config.optimizer.lam).total
            losses += [float(loss)] * len(members)
            flags = (output.logits > THRESHOLD_LOGIT).cpu().numpy()
            for example, flagged in zip(members, flags, strict=True):
                if example.manipulation is None:
                    alarms.append(bool(flagged.any()))
                else:
                    f1[example.manipulation].append(score(example.shifted, flagged).f1)
    model.train(was_training)
    return summarize(f1, alarms, loss=float(np.mean(losses)), pairs=len(examples))


def _batches(examples: Sequence[Example]) -> Iterator[tuple[list[Example], Batch]]:
    """Examples of equal shape together, as many as fit."""
    by_shape: dict[tuple[int, ...], list[Example]] = defaultdict(list)
    for example in examples:
        by_shape[example.reference.rows.shape].append(example)
    for shape, members in by_shape.items():
        size = max(1, BATCH_CELLS // (2 * shape[0] * shape[1]))
        for start in range(0, len(members), size):
            part = members[start : start + size]
            references, queries = [e.reference for e in part], [e.query for e in part]
            yield part, stack(references, queries, [e.shifted for e in part])

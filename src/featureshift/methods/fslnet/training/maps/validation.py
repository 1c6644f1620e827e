"""How a network fares on the described pairs that were kept apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from featureshift.methods.fslnet.network.model import FSLNet
from featureshift.methods.fslnet.training.maps.described import UNSHIFTED, DescribedPair
from featureshift.simulate import score
from featureshift.train.report import Report, summarize


@torch.no_grad()
def validate_maps(model: FSLNet, pairs: Sequence[DescribedPair], device: str = "cpu") -> Report:
    """Score a model in evaluation mode, one pair at a time; it is left as it was."""
    was_training = model.training
    model.eval()
    f1: dict[str, list[float]] = defaultdict(list)
    losses, alarms = [], []
    for pair in pairs:
        merged = torch.from_numpy(pair.merged.astype(np.float32)).to(device)
        logits = model.predict(merged).cpu()
        truth = torch.from_numpy(pair.changed.astype(np.float32))
        losses.append(float(nn.functional.binary_cross_entropy_with_logits(logits, truth)))
        flags = (logits > 0).numpy()
        if pair.manipulation == UNSHIFTED:
            alarms.append(bool(flags.any()))
        else:
            f1[pair.manipulation].append(score(pair.changed, flags).f1)
    model.train(was_training)
    return summarize(f1, alarms, loss=float(np.mean(losses)), pairs=len(pairs))

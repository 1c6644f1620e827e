import itertools

import pytest
import torch

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.losses import fslnet_loss
from featureshift.methods.fslnet.network.model import FSLNet

SMALL = {"moment_kernels": 8, "embedding_kernels": 8, "prediction_kernels": 8}
SMALL |= {"embedding_layers": 2, "prediction_layers": 2, "cells": (10,)}


def small(**changes):
    return FSLNet(FSLNetConfig(**(SMALL | changes)))


def inputs(network, group=2, rows=30, features=12):
    t1 = len(network.config.measure_channels)
    tables = torch.rand(group, rows, features), torch.rand(group, rows + 7, features)
    return *tables, *torch.rand(2, group, t1, features)


def trained_a_little(network, steps=3):
    """Running statistics that differ from their start."""
    for _ in range(steps):
        network.train()(*inputs(network))
    return network


def test_shapes_and_size_of_the_paper():
    network = FSLNet(FSLNetConfig())
    output = network(*inputs(network))
    assert output.logits.shape == (2, 12)
    assert output.maps_reference.shape == output.maps_query.shape == (2, 64 + 64, 12)
    assert sum(p.numel() for p in network.parameters()) == 4_992 + 186_688 + 397_313


@pytest.mark.parametrize(
    ("merge", "merged"),
    [
        ("normalized_squared_difference", 334),
        ("squared_difference", 334),
        ("difference", 334),
        ("concatenation", 668),
    ],
)
def test_every_map_has_the_shape_of_the_paper(merge, merged):
    network = FSLNet(FSLNetConfig(prediction_merge=merge)).eval()
    table = torch.rand(30, 12)
    assert len(network.config.measure_channels) == 206
    for learned in (network.moments, network.embedding):
        assert learned(table[:, None, None, :]).shape == (30, 64, 1, 12)
    assert network.describe(table, torch.ones_like(table)).values.shape == (64 + 64, 12)
    assert network.config.merged_channels == merged
    assert network.predict(torch.rand(merged, 12)).shape == (12,)


def test_logits_are_merged_maps_through_the_prediction_network():
    network = small().eval()
    reference, query, *measures = inputs(network, group=1)
    output = network(reference, query, *measures)
    sums = [network.describe(t[0], torch.ones_like(t[0])) for t in (reference, query)]
    p, q = (torch.cat([m[0], s.values / s.counts]) for m, s in zip(measures, sums, strict=True))
    merged = (p - q) ** 2 / (p.norm(dim=1, keepdim=True) + 1e-4)
    torch.testing.assert_close(network.predict(merged), output.logits[0], atol=1e-5, rtol=1e-5)


def test_train_and_eval_agree_once_frozen():
    network = trained_a_little(small())
    batch = inputs(network)
    loose = network.train()(*batch).logits
    assert not torch.allclose(loose, network.eval()(*batch).logits, atol=1e-3)
    network.freeze_batch_norm()
    frozen = network.train()(*batch).logits
    torch.testing.assert_close(frozen, network.eval()(*batch).logits)
    network.train()(*batch)
    torch.testing.assert_close(network.eval()(*batch).logits, frozen)


def test_both_tables_are_normalized_together():
    network = small(use_measures=False).train()
    x = torch.rand(2, 30, 12)
    output = network(x, x + 3)
    assert (output.maps_reference - output.maps_query).abs().max() > 0.5


def test_row_order_and_partition_change_nothing():
    network = trained_a_little(small()).eval()
    values, present = torch.rand(50, 12), torch.rand(50, 12) < 0.8
    whole = network.describe(values, present)
    order = torch.randperm(50)
    parts = [network.describe(values[o], present[o]) for o in order.split([7, 1, 42])]
    torch.testing.assert_close(sum(p.values for p in parts), whole.values, atol=1e-5, rtol=1e-5)
    assert torch.equal(sum(p.counts for p in parts), whole.counts)


def test_a_group_is_its_examples_one_by_one():
    network = trained_a_little(small()).eval()
    batch = inputs(network, group=3)
    together = network(*batch).logits
    for g in range(3):
        alone = network(*(part[g : g + 1] for part in batch)).logits[0]
        torch.testing.assert_close(alone, together[g], atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("on", list(itertools.product([False, True], repeat=3))[1:])
def test_every_ablation_runs_and_learns(on):
    network = small(use_measures=on[0], use_moments=on[1], use_embedding=on[2])
    output = network(*inputs(network))
    assert output.maps_query.shape == (2, 8 * on[1] + 8 * on[2], 12)
    shifted = torch.zeros(2, 12, dtype=torch.bool)
    shifted[:, 3] = True
    fslnet_loss(output, shifted).total.backward()
    assert all(torch.isfinite(p.grad).all() for p in network.parameters())


@pytest.mark.parametrize(
    "changes",
    [
        {"embedding_attention": True},
        {"prediction_attention": True},
        {"embedding_attention": True, "prediction_attention": True, "attention_heads": 8},
        {"prediction_attention": True, "attention_overlapping": True, "attention_dropout": 0.3},
        {"prediction_merge": "concatenation"},
        {"prediction_merge": "difference"},
        {"prediction_merge": "squared_difference"},
        {"prediction_input": "batch_norm"},
        {"prediction_input": "signed_log"},
        {"embedding_activation": "gelu", "prediction_activation": "gelu"},
        {"moment_activation": "tanh", "moment_kernel_size": 125},
        {"embedding_kernel_size": 7, "prediction_kernel_size": 7, "embedding_dilation": 2},
        {"measures": ("mean", "skewness", "kurtosis", "dispersion", "trimmed_mean", "missing")},
    ],
    ids=str,
)
def test_every_option_runs_and_learns(changes):
    network = small(**changes)
    output = network(*inputs(network))
    fslnet_loss(output, torch.rand(2, 12) < 0.3).total.backward()
    assert output.logits.shape == (2, 12)
    assert all(torch.isfinite(p.grad).all() for p in network.parameters())


def test_missing_cell_counts_for_its_neighbors_only():
    network = small().eval()
    reference, query, *measures = inputs(network, group=1)
    present = torch.ones_like(reference, dtype=torch.bool)
    present[0, 5:, 4] = False
    output = network(reference, query, *measures, present, None)
    everywhere = network(reference, query, *measures).maps_reference
    first_rows = network.row_maps(reference[0, :5])[:, :, 4].mean(dim=0)
    torch.testing.assert_close(output.maps_reference[0, :, 4], first_rows)
    others = [j for j in range(12) if j != 4]
    torch.testing.assert_close(output.maps_reference[..., others], everywhere[..., others])


def test_column_missing_throughout_is_unknown_and_harmless():
    network = small()
    reference, query, *measures = inputs(network)
    measures[0][:, :, 4] = torch.nan
    present = torch.ones_like(reference, dtype=torch.bool)
    present[:, :, 4] = False
    output = network(reference, query, *measures, present, None)
    assert torch.isnan(output.maps_reference[:, :, 4]).all()
    assert torch.isfinite(output.logits).all()
    fslnet_loss(output, torch.rand(2, 12) < 0.3).total.backward()
    assert all(torch.isfinite(p.grad).all() for p in network.parameters())


def test_measures_cannot_be_left_out_silently():
    with pytest.raises(TypeError, match="use_measures is on"):
        small()(torch.rand(1, 4, 5), torch.rand(1, 4, 5))


def test_a_sleeping_embedding_is_zero_and_learns_nothing():
    network = FSLNet(FSLNetConfig()).train()
    network.embedding_awake = False
    rows, measures = torch.rand(2, 2, 20, 9), torch.rand(2, 2, 206, 9)
    output = network(rows[0], rows[1], measures[0], measures[1])
    assert output.maps_query.shape == (2, 128, 9)
    assert not output.maps_query[:, 64:].any()
    output.logits.sum().backward()
    assert all(parameter.grad is None for parameter in network.embedding.parameters())
    assert all(parameter.grad is not None for parameter in network.moments.parameters())

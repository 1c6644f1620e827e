import pytest
import torch

from featureshift.methods.fslnet.network.losses import RATIO_FLOOR, fslnet_loss
from featureshift.methods.fslnet.network.model import FSLNetOutput


def output(group=2, features=5, channels=3):
    logits = torch.randn(group, features, requires_grad=True)
    maps = torch.rand(2, group, channels, features, requires_grad=True)
    return FSLNetOutput(logits, maps[0], maps[1]), (logits, maps)


def test_parts_are_what_the_paper_says():
    (logits, p, q), _ = output(group=1)
    shifted = torch.tensor([[True, False, False, True, False]])
    parts = fslnet_loss(FSLNetOutput(logits, p, q), shifted, lam=0.5)
    probability = logits.sigmoid()[0]
    entropy = -torch.where(shifted[0], probability, 1 - probability).log().mean()
    change = ((p - q) ** 2)[0].sum(0)
    ratio = change[~shifted[0]].sum() / (change[shifted[0]].sum() + RATIO_FLOOR)
    torch.testing.assert_close(parts.cross_entropy, entropy)
    torch.testing.assert_close(parts.auxiliary, ratio)
    torch.testing.assert_close(parts.total, entropy + 0.5 * ratio)


@pytest.mark.parametrize("fill", [False, True])
def test_empty_sets_cost_nothing_and_have_finite_gradients(fill):
    result, leaves = output()
    parts = fslnet_loss(result, torch.full((2, 5), fill))
    parts.total.backward()
    assert parts.auxiliary == 0
    assert all(leaf.grad is not None and torch.isfinite(leaf.grad).all() for leaf in leaves)


def test_equal_maps_have_finite_gradients():
    maps = torch.rand(1, 3, 4, requires_grad=True)
    shifted = torch.tensor([[True, False, False, False]])
    fslnet_loss(FSLNetOutput(torch.zeros(1, 4), maps, maps * 1.0), shifted).total.backward()
    assert torch.isfinite(maps.grad).all()


def test_unknown_features_take_no_part():
    result, _ = output(group=1)
    shifted = torch.tensor([[True, False, False, True, False]])
    holes = result.maps_query.detach().clone()
    holes[:, :, 2] = torch.nan
    parts = fslnet_loss(result._replace(maps_query=holes), shifted)
    kept = [0, 1, 3, 4]
    without = FSLNetOutput(*(part[..., kept] for part in result))
    torch.testing.assert_close(parts.auxiliary, fslnet_loss(without, shifted[:, kept]).auxiliary)


def test_network_without_learned_maps():
    empty = torch.zeros(2, 0, 5)
    shifted = torch.arange(10).reshape(2, 5) % 3 == 0
    parts = fslnet_loss(FSLNetOutput(torch.zeros(2, 5), empty, empty), shifted)
    assert parts.auxiliary == 0
    assert torch.isfinite(parts.total)

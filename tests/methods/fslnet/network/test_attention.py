import pytest
import torch

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.attention import AttentionOptions, WindowAttention


def attention(**changes):
    config = FSLNetConfig(**{f"attention_{name}": value for name, value in changes.items()})
    return WindowAttention(8, AttentionOptions.of(config))


@pytest.mark.parametrize(("features", "window"), [(1, 8), (35, 8), (36, 9), (128, 32), (9999, 32)])
def test_window_rule_of_the_paper(features, window):
    assert AttentionOptions.of(FSLNetConfig()).window(features) == window


@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("features", [1, 7, 8, 9, 40, 131])
def test_any_number_of_features(features, overlapping):
    x = torch.randn(2, 8, features, requires_grad=True)
    out = attention(overlapping=overlapping)(x)
    out.sum().backward()
    assert out.shape == x.shape
    assert torch.isfinite(out).all()
    assert torch.isfinite(x.grad).all()


@pytest.mark.parametrize("overlapping", [False, True])
@pytest.mark.parametrize("real_features", [1, 13, 20])
def test_padding_does_not_change_real_positions(overlapping, real_features):
    layer = attention(overlapping=overlapping)
    x = torch.randn(3, 8, 30)
    real = (torch.arange(30) < real_features).expand(3, -1)
    other = torch.where(real[:, None, :], x, 100 * torch.randn_like(x))
    torch.testing.assert_close(
        layer(other, real)[..., :real_features], layer(x, real)[..., :real_features]
    )


def test_padding_a_table_to_the_window_is_the_same_as_saying_so():
    layer = attention()
    x = torch.randn(2, 8, 20)
    padded = torch.cat([x, torch.randn(2, 8, 4)], dim=2)  # 24 = 3 windows = 8 stretches of 3
    real = (torch.arange(24) < 20).expand(2, -1)
    torch.testing.assert_close(layer(padded, real)[..., :20], layer(x))


def test_small_table_without_far_landmarks_is_plain_attention():
    layer = attention(heads=1, landmarks=1)
    x = torch.randn(1, 8, 8)
    q, k, v = layer.project_in(x.transpose(1, 2))[0].split(8, dim=-1)
    q, k = q * 8**-0.25, k * 8**-0.25
    weights = (k @ (q.mean(0) + k.mean(0)) - (k**2).sum(-1) / 2).softmax(0)
    keys, values = torch.cat([k, k.mean(0)[None]]), torch.cat([v, (weights @ v)[None]])
    expected = layer.project_out((q @ keys.T).softmax(-1) @ values)
    torch.testing.assert_close(layer(x)[0].T, expected)


def test_far_columns_are_seen_through_landmarks():
    layer = attention()
    x = torch.randn(1, 8, 200)
    changed = x.clone()
    changed[..., 199] += 3
    assert (layer(changed) != layer(x)).any(dim=1).all()


def test_overlap_reaches_beyond_the_window():
    layers = {reach: attention(overlapping=reach, landmarks=1) for reach in (False, True)}
    layers[True].load_state_dict(layers[False].state_dict())
    x = torch.randn(1, 8, 16)
    assert not torch.allclose(layers[True](x), layers[False](x))


def test_dropout_only_while_training():
    layer = attention(dropout=0.5, projection_dropout=0.5)
    x = torch.randn(1, 8, 20)
    assert not torch.equal(layer(x), layer(x))
    layer.eval()
    assert torch.equal(layer(x), layer(x))

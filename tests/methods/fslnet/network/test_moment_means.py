"""The shortcut gives what the convolution gives: values, gradients, running statistics."""

import copy

import pytest
import torch

from featureshift.methods.fslnet.config import FSLNetConfig
from featureshift.methods.fslnet.network.blocks import NormalizedConvolution
from featureshift.methods.fslnet.network.moment_means import PANEL, Rows, moment_means
from featureshift.methods.fslnet.network.rows import moment_extraction


def network(dilation: int = 1, *, frozen: bool = False) -> NormalizedConvolution:
    torch.manual_seed(0)
    made = moment_extraction(FSLNetConfig(moment_kernels=8, moment_dilation=dilation)).train()
    assert isinstance(made, NormalizedConvolution)
    made(torch.rand(50, 1, 1, 20) * 3 - 1)  # running statistics of their own
    if frozen:
        made.norm.freeze()
    return made


def by_convolution(made: NormalizedConvolution, sides: list[Rows]) -> list[torch.Tensor]:
    """All sides in one call, kept whole, as the definition says."""
    d = sides[0].values.shape[-1]
    maps = made(torch.cat([side.values.reshape(-1, 1, 1, d) for side in sides])).squeeze(2)
    means, place = [], 0
    for side in sides:
        tables, n, _ = side.values.shape
        own = maps[place : place + tables * n].reshape(tables, n, -1, d)
        place += tables * n
        if side.present is None:
            means.append(own.mean(dim=1))
        else:
            weights = side.present.float()[:, :, None]
            means.append((own * weights).sum(dim=1) / weights.sum(dim=1))
    return means


def sides(d: int, *, missing: bool) -> list[Rows]:
    generator = torch.Generator().manual_seed(1)
    made = []
    for n in (700, 90):  # more than a chunk, and unequal
        values = torch.rand(3, n, d, generator=generator)
        present = torch.rand(3, n, d, generator=generator) > 0.3
        made.append(Rows(values, present if missing else None))
    return made


@pytest.mark.parametrize("missing", [False, True])
@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize(("d", "dilation"), [(9, 1), (40, 2), (PANEL + 30, 1)])
def test_equals_the_convolution(d: int, dilation: int, frozen: bool, missing: bool) -> None:
    plain, short = network(dilation, frozen=frozen), network(dilation, frozen=frozen)
    expected = by_convolution(plain, sides(d, missing=missing))
    found = moment_means(short, sides(d, missing=missing))
    for one, other in zip(expected, found, strict=True):
        torch.testing.assert_close(one, other, atol=1e-5, rtol=1e-5)

    weights = [torch.randn(map_.shape) for map_ in expected]
    for maps in (expected, found):
        sum((w * m).sum() for w, m in zip(weights, maps, strict=True)).backward()  # type: ignore[union-attr]
    for (name, one), other in zip(plain.named_parameters(), short.parameters(), strict=True):
        assert one.grad is not None
        assert other.grad is not None
        if name == "convolution.bias" and not frozen:
            continue  # batch statistics take it out again: both gradients are noise about 0
        scale = float(one.grad.abs().max())
        torch.testing.assert_close(one.grad, other.grad, atol=2e-3 * scale, rtol=0)
    for name, one in plain.norm.named_buffers():
        torch.testing.assert_close(one, dict(short.norm.named_buffers())[name])


def test_a_column_without_rows_is_nan() -> None:
    values, present = torch.rand(1, 30, 5), torch.ones(1, 30, 5, dtype=torch.bool)
    present[..., 2] = False
    (means,) = moment_means(network(), [Rows(values, present)])
    assert bool(torch.isnan(means[0, :, 2]).all())
    assert int(torch.isnan(means).sum()) == 8


def test_evaluation_leaves_the_statistics() -> None:
    made = network().eval()
    before = copy.deepcopy(made.norm.state_dict())
    moment_means(made, sides(9, missing=False))
    for name, value in made.norm.state_dict().items():
        torch.testing.assert_close(value, before[name])

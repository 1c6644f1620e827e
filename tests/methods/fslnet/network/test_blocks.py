import pytest
import torch

from featureshift.methods.fslnet.config import ACTIVATIONS
from featureshift.methods.fslnet.network.blocks import (
    ACTIVATION_LAYERS,
    AttentionBlock,
    ConvolutionBlock,
    StackOptions,
    residual_stack,
)


def options(**changes):
    plain = {"layers": 3, "kernels": 8, "kernel_size": 5, "dilation": 1, "activation": "tanh"}
    return StackOptions(**(plain | {"attention": None} | changes))


def test_every_activation_of_the_config_is_there():
    assert tuple(ACTIVATION_LAYERS) == ACTIVATIONS


def test_output_is_the_affine_skip_plus_what_each_block_adds():
    stack = residual_stack(1, options()).eval()
    x = torch.rand(4, 1, 1, 10)
    total = stack[0].skip(x)
    state = x
    for block in stack:
        total = total + block.branch(state)
        state = block(state)
    torch.testing.assert_close(stack(x), total)


def test_skip_looks_at_its_own_feature_only():
    block = ConvolutionBlock(1, options())
    x = torch.rand(1, 1, 1, 9)
    changed = x.clone()
    changed[..., 4] += 1
    differs = (block.skip(changed) != block.skip(x)).any(dim=1).flatten()
    assert differs.nonzero().flatten().tolist() == [4]


@pytest.mark.parametrize(("size", "dilation"), [(5, 1), (7, 1), (5, 2)])
def test_reach_of_a_stack_is_two_half_kernels_a_block(size, dilation):
    stack = residual_stack(1, options(kernel_size=size, dilation=dilation)).eval()
    x = torch.rand(1, 1, 1, 81)
    changed = x.clone()
    changed[..., 40] += 1
    reached = (stack(changed) != stack(x)).any(dim=1).flatten().nonzero().flatten()
    reach = 3 * 2 * (size // 2) * dilation
    assert (reached.min(), reached.max()) == (40 - reach, 40 + reach)


def test_attention_takes_the_place_of_wide_kernels():
    from featureshift.methods.fslnet.config import FSLNetConfig
    from featureshift.methods.fslnet.network.attention import AttentionOptions

    stack = residual_stack(5, options(attention=AttentionOptions.of(FSLNetConfig())))
    assert all(isinstance(block, AttentionBlock) for block in stack)
    kernels = {m.kernel_size for m in stack.modules() if isinstance(m, torch.nn.Conv2d)}
    assert kernels == {(1, 1)}
    assert stack(torch.rand(3, 5, 1, 11)).shape == (3, 8, 1, 11)


def test_a_context_block_tells_every_column_of_the_whole_table():
    options = StackOptions(1, 8, 1, 1, "gelu", attention=None, context=True)
    block = residual_stack(3, options).eval()
    x = torch.rand(2, 3, 1, 9)
    moved = x.clone()
    moved[0, :, :, 4] += 5
    before, after = block(x), block(moved)
    assert before.shape == (2, 8, 1, 9)
    changed = (before - after).abs().amax(dim=1).squeeze(1) > 1e-4
    assert changed[0].all()
    assert not changed[1].any()
    order = torch.randperm(9)
    torch.testing.assert_close(block(x[..., order]), before[..., order])

import pytest
import torch

from featureshift.methods.fslnet.network.normalization import FreezableBatchNorm


def test_before_freezing_it_is_plain_batch_norm():
    own, plain = FreezableBatchNorm(3), torch.nn.BatchNorm2d(3)
    x = torch.randn(6, 3, 1, 4)
    torch.testing.assert_close(own(x), plain(x))
    torch.testing.assert_close(own.running_var, plain.running_var)
    torch.testing.assert_close(own.eval()(x), plain.eval()(x))


def test_frozen_statistics_stay_while_weights_learn():
    norm = FreezableBatchNorm(3)
    norm(torch.randn(6, 3, 1, 4))
    before = norm.freeze().running_mean.clone()
    norm(torch.randn(6, 3, 1, 4) + 5).sum().backward()
    assert torch.equal(norm.running_mean, before)
    assert norm.weight.grad is not None


def test_flag_travels_with_the_state():
    other = FreezableBatchNorm(3)
    other.load_state_dict(FreezableBatchNorm(3).freeze().state_dict())
    assert bool(other.frozen)


@pytest.mark.parametrize("mode", ["training", "frozen", "evaluation"])
def test_after_a_convolution_is_the_same_in_one(mode):
    convolution = torch.nn.Conv2d(2, 3, (1, 5), padding=(0, 2))
    norm = FreezableBatchNorm(3)
    norm(torch.randn(6, 3, 1, 4) * 2 + 1)
    if mode != "training":
        norm.freeze().train(mode == "frozen")
    x = torch.randn(6, 2, 1, 4)
    parameters = [*convolution.parameters(), *norm.parameters()]
    gradients = []
    for out in (norm(convolution(x)), norm.after(convolution, x)):
        gradients.append(torch.autograd.grad((out**3).sum(), parameters, retain_graph=True))
        torch.testing.assert_close(out, norm(convolution(x)), atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(gradients[0], gradients[1], atol=1e-3, rtol=1e-4)

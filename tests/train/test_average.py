import pytest
import torch

from featureshift.train.average import WARMUP, follow


def constant(value):
    network = torch.nn.Linear(2, 1)
    for weight in network.parameters():
        torch.nn.init.constant_(weight, value)
    return network


@pytest.mark.parametrize(("step", "kept"), [(WARMUP, 0.5), (10**6, 0.9)])
def test_the_average_follows_faster_in_the_first_steps(step, kept):
    mean, now = constant(1.0), constant(2.0)
    follow(mean, now, kept=0.9, step=step)
    for weight in mean.parameters():
        assert weight.detach().numpy() == pytest.approx(2 - kept, rel=1e-4)
    assert (now.weight == 2).all()


def test_running_statistics_are_averaged_too():
    mean, now = torch.nn.BatchNorm1d(2), torch.nn.BatchNorm1d(2)
    now.running_mean.fill_(1.0)
    now.num_batches_tracked.fill_(7)
    follow(mean, now, kept=0.9, step=10**6)
    assert mean.running_mean.numpy() == pytest.approx(0.1, rel=1e-4)
    assert mean.num_batches_tracked == 7

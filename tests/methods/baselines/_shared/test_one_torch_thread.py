import torch

from featureshift.methods.baselines._shared.one_torch_thread import one_torch_thread


def test_threads_are_limited_inside_and_as_before_outside():
    before = torch.get_num_threads()
    with one_torch_thread():
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == before

import numpy as np
import torch
from threadpoolctl import threadpool_info

from featureshift.localizers.one_thread import one_thread, one_torch_thread


def blas_threads():
    return [
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    ]


def test_threads_are_limited_inside_and_as_before_outside():
    np.eye(2) @ np.eye(2)
    before = blas_threads()
    with one_thread():
        assert set(blas_threads()) == {1}
    assert blas_threads() == before


def test_so_are_those_of_torch():
    before = torch.get_num_threads()
    with one_torch_thread():
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == before

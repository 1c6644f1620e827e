import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from featureshift.engines import parallel as cores
from featureshift.engines.parallel import each, one_thread


def blas_threads():
    return [
        library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"
    ]


def test_blas_is_limited_inside_and_as_before_outside():
    np.eye(2) @ np.eye(2)
    before = blas_threads()
    with one_thread():
        assert set(blas_threads()) == {1}
    assert blas_threads() == before


@pytest.mark.parametrize("n_cores", [1, 3])
def test_parts_come_in_order(monkeypatch, n_cores):
    monkeypatch.setattr(cores, "cores", lambda: n_cores)
    assert each(lambda k: k * k, range(10)) == [k * k for k in range(10)]
    assert each(len, []) == []


@pytest.mark.parametrize("n_cores", [1, 3])
def test_an_error_in_a_part_is_raised(monkeypatch, n_cores):
    monkeypatch.setattr(cores, "cores", lambda: n_cores)
    with pytest.raises(ZeroDivisionError):
        each(lambda k: 1 // (k - 1), range(3))


def test_several_parts_multiply_in_one_thread_each(monkeypatch):
    monkeypatch.setattr(cores, "cores", lambda: 2)
    np.eye(2) @ np.eye(2)
    assert each(lambda _: set(blas_threads()), range(2)) == [{1}, {1}]


def test_there_is_a_core():
    assert cores.cores() >= 1


def test_blas_is_as_before_when_several_threads_limited_it():
    np.eye(2) @ np.eye(2)
    with threadpool_limits(2, user_api="blas"):
        before = blas_threads()
        begun, turns = Barrier(3), [Event() for _ in range(4)]
        turns[0].set()

        def work(turn):
            with one_thread():
                begun.wait()
                turns[turn].wait()
            turns[turn + 1].set()

        with one_thread():
            assert set(blas_threads()) == {1}
        with ThreadPoolExecutor(3) as pool:
            list(pool.map(work, range(3)))
        assert blas_threads() == before


def test_a_library_that_is_loaded_later_is_limited_too():
    code = (
        "from featureshift.engines.parallel import one_thread\n"
        "with one_thread(): pass\n"
        "import scipy.linalg, threadpoolctl\n"
        "with one_thread():\n"
        "    found = threadpoolctl.threadpool_info()\n"
        "print({each['num_threads'] for each in found if each['user_api'] == 'blas'})"
    )
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "2", "OMP_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    assert done.stdout.strip() == "{1}", done.stderr

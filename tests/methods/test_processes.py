"""Methods in other processes, however these are started: none hangs, and all agree."""

import subprocess
import sys

import pytest

SCRIPT = """
import sys
from multiprocessing import get_context
import numpy as np
import featureshift as fs
from featureshift.methods.registry import METHODS, make_localizer

rng = np.random.default_rng(0)
REFERENCE, QUERY = rng.normal(size=(120, 4)), rng.normal(size=(120, 4))
QUERY[:, 1] += 3
LOCALIZERS = {name: make_localizer(name) for name in METHODS}

def scores(name):
    return name, fs.localize(REFERENCE, QUERY, method=LOCALIZERS[name], n_shifted=1).scores.tolist()

if __name__ == "__main__":
    here = dict(map(scores, LOCALIZERS))  # whatever they keep is there when the process forks
    if sys.argv[1] == "joblib":
        import joblib
        there = dict(joblib.Parallel(2)(joblib.delayed(scores)(name) for name in LOCALIZERS))
    else:
        with get_context(sys.argv[1]).Pool(2) as pool:
            there = dict(pool.map(scores, LOCALIZERS, 1))
    for name in here:
        assert np.allclose(here[name], there[name], rtol=0, atol=1e-7), name
        assert max(there[name]) == there[name][1], name
    print(len(here))
"""


@pytest.mark.parametrize("start", ["fork", "spawn", "forkserver", "joblib"])
def test_every_method_in_other_processes(tmp_path, start):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, path, start], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 5

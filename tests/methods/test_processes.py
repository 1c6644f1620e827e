"""Methods in other processes, however these are started: none hangs, and all agree."""

import subprocess
import sys

SCRIPT = """
import sys
from multiprocessing import get_context
import numpy as np
from joblib import Parallel, delayed
import featureshift as fs
from featureshift.methods.registry import METHODS, make_localizer

rng = np.random.default_rng(0)
REFERENCE, QUERY = rng.normal(size=(120, 4)), rng.normal(size=(120, 4))
QUERY[:, 1] += 3
SLOW = "datafix", "deep-sm"
LOCALIZERS = {name: make_localizer(name) for name in METHODS}

def scores(name):
    return name, fs.localize(REFERENCE, QUERY, method=LOCALIZERS[name], n_shifted=1).scores.tolist()

if __name__ == "__main__":
    here = dict(map(scores, LOCALIZERS))  # whatever they keep is there when the process forks
    for start in sys.argv[1:]:
        # What forks has all that a method keeps; the others bring nothing but their arguments, and
        # the methods that take longest to import nothing else to tell.
        names = list(LOCALIZERS) if start == "fork" else [n for n in LOCALIZERS if n not in SLOW]
        if start == "joblib":
            there = dict(Parallel(1 + 1)(delayed(scores)(name) for name in names))
        else:
            with get_context(start).Pool(1) as pool:
                there = dict(pool.map(scores, names, 1))
        for name in names:
            assert np.allclose(here[name], there[name], rtol=0, atol=1e-7), (start, name)
            assert max(there[name]) == there[name][1], (start, name)
    print(len(here))
"""


def test_every_method_in_other_processes(tmp_path):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    starts = ["fork", "spawn", "forkserver", "joblib"]
    done = subprocess.run([sys.executable, path, *starts], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 5

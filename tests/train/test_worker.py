import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module",
    [
        "featureshift.methods.fslnet.training.stream",
        "featureshift.methods.graphnet.training.shards",
        "featureshift.train.registry",
    ],
)
def test_processes_that_make_pairs_load_no_torch(module):
    code = f"import sys, {module}; print('torch' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"

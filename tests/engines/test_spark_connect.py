"""Frames of Spark Connect, whose session is on a server; needs Java."""

import json
import os
import shutil
import subprocess
import sys

import pytest

import featureshift as fs

pytest.importorskip("pyspark.sql")
pytest.importorskip("grpc", reason="Spark Connect needs pyspark[connect], which is not here")
pytestmark = pytest.mark.skipif(
    shutil.which("java") is None, reason="Spark needs Java, which is not here"
)
MAX_ROWS = 1000


def test_frames_and_files(directories):
    places = [str(place) for place in directories(7)]
    here = fs.localize(*places, max_rows=MAX_ROWS)
    paths = {"SPARK_LOCAL_IP": "127.0.0.1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    run = subprocess.run(
        [sys.executable, "-m", "tests.engines.on_spark_connect", *places, str(MAX_ROWS)],
        env=os.environ | paths,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    told = json.loads(run.stdout.splitlines()[-1])
    assert told["kind"].startswith("pyspark.sql.connect.")
    assert set(told["scores"]) == {"frames", "files", "frames read here"}
    for scores in told["scores"].values():
        assert scores == here.scores.tolist()

"""Run by ``test_spark_connect.py``: a client of a Spark server tells the scores it finds.

A process has either sessions of its own or those of a server, hence one for this alone.
"""

import json
import os
import sys

from pyspark.sql import SparkSession

import featureshift as fs


def main(reference, query, max_rows):
    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.remote("local[2]").getOrCreate()
    frames = [session.read.parquet(place) for place in (reference, query)]
    kind = type(frames[0]).__module__
    found = {
        "frames": fs.localize(*frames, max_rows=max_rows),
        "files": fs.localize(reference, query, max_rows=max_rows, engine="spark"),
        "frames read here": fs.localize(*frames, max_rows=max_rows, engine="local"),
    }
    scores = {what: result.scores.tolist() for what, result in found.items()}
    sys.stdout.write(json.dumps({"kind": kind, "scores": scores}) + "\n")
    session.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))

"""A Spark master and two workers on this machine: the scores, and those if an executor is killed.

python -m benchmarks.engines.standalone_spark
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import featureshift as fs
from benchmarks.engines.made import write_pair

HOST = "127.0.0.1"
N_ROWS = 250_000
"""Of each table; the sample has 100,000 of them."""
DEPLOY = "org.apache.spark.deploy"


def main() -> None:
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        directory = Path(name)
        places = write_pair(directory, N_ROWS)
        here = fs.localize(*places)
        session = stack.enter_context(_session(directory))
        reference, query = (session.read.parquet(str(place)) for place in places)
        _tell("two executors", fs.localize(reference, query), here)
        _tell("paths, two executors", fs.localize(*places, engine="spark"), here)
        marker = directory / "killed"
        mortal = reference.mapInArrow(partial(_kills_its_executor, str(marker)), reference.schema)
        _tell("an executor killed", fs.localize(mortal, query), here)
        _say(f"killed: {marker.read_text()}")


def _tell(what: str, found: Any, here: Any) -> None:
    furthest = np.abs(found.scores - here.scores).max()
    same = found.shifted_features == here.shifted_features
    _say(f"{what}: {found.seconds:.1f} s, scores differ by {furthest:g}, same verdict: {same}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _kills_its_executor(marker: str, batches: Iterable[Any]) -> Iterator[Any]:
    """The rows; the first time any is asked for, the Java process that asked is killed."""
    for number, batch in enumerate(batches):
        if number == 0:
            try:
                with Path(marker).open("x") as file:
                    daemon = os.getppid()
                    executor = int(Path(f"/proc/{daemon}/stat").read_text().split()[3])
                    file.write(Path(f"/proc/{executor}/comm").read_text())
                os.kill(executor, signal.SIGKILL)
            except FileExistsError:
                pass
        yield batch


@contextmanager
def _session(directory: Path) -> Iterator[Any]:
    import pyspark
    from pyspark.sql import SparkSession

    home = Path(pyspark.__file__).parent
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    os.environ |= {
        "SPARK_LOCAL_IP": HOST,
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    url = f"spark://{HOST}:{port}"
    ports = ["--host", HOST, "--webui-port", "0"]
    master = [f"{DEPLOY}.master.Master", *ports, "--port", str(port)]
    worker = [f"{DEPLOY}.worker.Worker", *ports, "--cores", "1", "--memory", "2g"]
    commands = [master, *([*worker, "-d", str(directory / f"w{k}"), url] for k in (1, 2))]
    running = [
        subprocess.Popen(
            [str(home / "bin" / "spark-class"), *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for command in commands
    ]
    builder = SparkSession.builder.master(url)
    for key, value in {
        "spark.cores.max": "2",
        "spark.executor.cores": "1",
        "spark.executor.memory": "1g",
        "spark.scheduler.minRegisteredResourcesRatio": "1.0",
        "spark.scheduler.maxRegisteredResourcesWaitingTime": "300s",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "OFF",
        "spark.driver.host": HOST,
    }.items():
        builder = builder.config(key, value)
    try:
        session = builder.getOrCreate()
        yield session
        session.stop()
    finally:
        for process in running:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()

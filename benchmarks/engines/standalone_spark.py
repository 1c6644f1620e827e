"""A Spark master and two workers on this machine: the scores, and those if an executor is killed.

python -m benchmarks.engines.standalone_spark [--rows N] [--max-rows N] [--limit SECONDS]

Exit code 1 if a score differs by more than 1e-6 or the limit is reached; then the last lines of
what master, workers and executors logged are shown.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import featureshift as fs
from benchmarks.engines.made import write_pair

HOST = "127.0.0.1"
DEPLOY = "org.apache.spark.deploy"
WORKERS = 2
TOLERANCE = 1e-6
SHOWN_LINES = 8
"""Of each log."""
SETTINGS = {
    "spark.cores.max": str(WORKERS),
    "spark.executor.cores": "1",
    "spark.executor.memory": "1g",
    "spark.scheduler.minRegisteredResourcesRatio": "1.0",
    "spark.scheduler.maxRegisteredResourcesWaitingTime": "300s",
    # On a busy machine a heartbeat may be late: that is no reason to begin again elsewhere. An
    # executor that was killed is known at once, by its closed connection.
    "spark.executor.heartbeatInterval": "60s",
    "spark.network.timeout": "600s",
    "spark.sql.shuffle.partitions": str(WORKERS),
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
    "spark.driver.host": HOST,
    "spark.driver.bindAddress": HOST,
}


def main() -> int:
    options = _options()
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(options.limit)
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        try:
            furthest = _run(directory, options)
        except BaseException:
            _show_logs(directory)
            raise
    return int(furthest > TOLERANCE)


def _run(directory: Path, options: argparse.Namespace) -> float:
    """The largest difference of a score from that of this process."""
    localize = partial(fs.localize, max_rows=options.max_rows)
    places = write_pair(directory, options.rows)
    here = localize(*places)
    with ExitStack() as stack:
        _say("master, workers and session are started")
        session = stack.enter_context(_session(directory))
        _tell_executors(session)
        frames = [session.read.parquet(str(place)) for place in places]
        found = [
            _compared("two executors", here, lambda: localize(*frames)),
            _compared("paths, two executors", here, lambda: localize(*places, engine="spark")),
        ]
        marker = directory / "killed"
        kills = partial(_kills_its_executor, str(marker))
        mortal = frames[0].mapInArrow(kills, frames[0].schema)
        what = "an executor killed"
        found.append(_compared(what, here, lambda: localize(mortal, frames[1])))
        _say(f"killed: {marker.read_text()}")
        _tell_executors(session)
    return max(found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=30_000, help="of each table")
    parser.add_argument("--max-rows", type=int, default=5_000, help="of a sample")
    parser.add_argument("--limit", type=int, default=1800, help="seconds, for all of it")
    return parser.parse_args()


def _stop(*_: object) -> None:
    raise TimeoutError("the limit is reached")


def _compared(what: str, here: Any, localize: Any) -> float:
    start = time.monotonic()
    found = localize()
    furthest = float(np.abs(found.scores - here.scores).max())
    same = found.shifted_features == here.shifted_features
    seconds = time.monotonic() - start
    _say(f"{what}: {seconds:.1f} s, scores differ by {furthest:g}, same verdict: {same}")
    return furthest if same else np.inf


def _tell_executors(session: Any) -> None:
    """How many there are, without the driver."""
    known = session.sparkContext._jsc.sc().statusTracker().getExecutorInfos()
    _say(f"executors: {len(known) - 1}")


def _show_logs(directory: Path) -> None:
    for path in sorted((*directory.glob("*.log"), *directory.glob("w*/app-*/*/stderr"))):
        lines = path.read_text(errors="replace").splitlines()[-SHOWN_LINES:]
        _say(f"--- {path.relative_to(directory)}\n" + "\n".join(lines))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _kills_its_executor(marker: str, batches: Iterable[Any]) -> Iterator[Any]:
    """The rows; the first time any is asked for, the Java process that asked is killed."""
    for number, batch in enumerate(batches):
        if number == 0 and batch.num_columns:  # rows are counted without a column
            try:
                with Path(marker).open("x") as file:
                    daemon = os.getppid()
                    executor = int(Path(f"/proc/{daemon}/stat").read_text().split()[3])
                    file.write(Path(f"/proc/{executor}/comm").read_text().strip())
                os.kill(executor, signal.SIGKILL)
            except FileExistsError:
                pass
        yield batch


@contextmanager
def _session(directory: Path) -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ |= {
        "SPARK_LOCAL_IP": HOST,
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    url = f"spark://{HOST}:{port}"
    ports = ["--host", HOST, "--webui-port", "0"]
    worker = [f"{DEPLOY}.worker.Worker", *ports, "--cores", "1", "--memory", "2g"]
    with ExitStack() as stack:
        master = [f"{DEPLOY}.master.Master", *ports, "--port", str(port)]
        stack.enter_context(_running(directory / "master.log", master))
        _wait_for(port)
        for k in range(1, WORKERS + 1):
            command = [*worker, "-d", str(directory / f"w{k}"), url]
            stack.enter_context(_running(directory / f"worker{k}.log", command))
        builder = SparkSession.builder.master(url)
        for key, value in SETTINGS.items():
            builder = builder.config(key, value)
        session = builder.getOrCreate()
        yield session
        session.stop()


def _wait_for(port: int) -> None:
    """A worker gives up if its master is not there; the limit of all is that of waiting, too."""
    while True:
        try:
            socket.create_connection((HOST, port)).close()
        except ConnectionRefusedError:
            time.sleep(0.2)
        else:
            return


@contextmanager
def _running(log: Path, command: list[str]) -> Iterator[None]:
    """A Java process of Spark, for as long as it is needed."""
    import pyspark

    start = str(Path(pyspark.__file__).parent / "bin" / "spark-class")
    with (
        log.open("w") as file,
        subprocess.Popen([start, *command], stdout=file, stderr=file) as process,
    ):
        try:
            yield
        finally:
            process.terminate()


if __name__ == "__main__":
    raise SystemExit(main())

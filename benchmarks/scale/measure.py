"""Time and peak memory of featureshift and of DuckDB over the same files, in turns."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from benchmarks.scale.tables import ROWS_OF_A_FILE

DUCKDB = """
import sys, duckdb
connection = duckdb.connect()
connection.execute(f"set threads = {sys.argv[1]}")
connection.execute("set enable_progress_bar = false")
for files in sys.argv[2:]:
    names = connection.execute(f"select * from read_parquet('{files}') limit 0").description
    parts = [f"{f}({name})" for name, *_ in names for f in ("avg", "stddev", "min", "max")]
    connection.execute(f"select {', '.join(parts)} from read_parquet('{files}')").fetchall()
"""
"""What a person would compute of every column to compare two tables by hand."""


@dataclass(frozen=True)
class Measured:
    """One line of the result file."""

    date: str
    tool: str
    rows: int
    """Of each table."""
    repeat: int
    seconds: float
    cpu_seconds: float
    peak_mb: float
    threads: int


def commands(reference: str, query: str, threads: int) -> dict[str, list[str]]:
    """Tool -> how it is run on two globs of Parquet files."""
    python = sys.executable
    return {
        "duckdb": [python, "-c", DUCKDB, str(threads), reference, query],
        "featureshift": [python, "-m", "featureshift", "locate", reference, query, "-q"],
    }


def measure(folder: Path, rows: int, repeat: int) -> Iterator[Measured]:
    """Each tool once, on the first so many rows; each in a process of its own."""
    links = folder / f"first-{rows}"
    reference, query = (
        str(_first_files(folder / side, rows, links / side)) for side in ("reference", "query")
    )
    threads = len(os.sched_getaffinity(0))
    for tool, command in commands(reference, query, threads).items():
        started = perf_counter()
        process = subprocess.Popen(command)
        _, status, used = os.wait4(process.pid, 0)
        seconds = perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise RuntimeError(f"{tool} failed on {rows:,} rows")
        cpu = used.ru_utime + used.ru_stime
        peak = used.ru_maxrss / 1024
        day = datetime.now(UTC).date().isoformat()
        numbers = round(seconds, 2), round(cpu, 2), round(peak, 1)
        yield Measured(day, tool, rows, repeat, *numbers, threads)


def _first_files(folder: Path, rows: int, links: Path) -> Path:
    """A glob of links to the files with the first rows."""
    links.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.glob("*.parquet"))[: rows // ROWS_OF_A_FILE]:
        link = links / path.name
        if not link.exists():
            link.symlink_to(path.resolve())
    return links / "*.parquet"


def append(path: Path, measured: Measured) -> None:
    """At once, so that a run can be stopped at any moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [each.name for each in fields(Measured)], lineterminator="\n")
        if is_new:
            writer.writeheader()
        writer.writerow(asdict(measured))


def read(path: Path) -> list[Measured]:
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Measured(
                line["date"],
                line["tool"],
                int(line["rows"]),
                int(line["repeat"]),
                float(line["seconds"]),
                float(line["cpu_seconds"]),
                float(line["peak_mb"]),
                int(line["threads"]),
            )
            for line in csv.DictReader(file)
        ]

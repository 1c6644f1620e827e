"""Ask the oracle about tasks of a suite."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console

from benchmarks.publish.commands.options import RESULTS, Tasks
from featureshift.bench.console import progress_bar
from featureshift.errors import OptionError


def oracle(
    suite: str,
    /,
    *,
    datasets: str,
    manipulations: str,
    data: Path | None = None,
    out: Path = RESULTS / "oracle",
    tasks: Tasks = None,
) -> int:
    """Ask how many changed features can be found at all, by a test that knows the others.

    Parameters
    ----------
    suite
        The tasks to ask about.
    datasets
        Names separated by commas.
    manipulations
        Names separated by commas.
    data
        Directory of tables with a MANIFEST.csv.
    out
        Directory of the file to write; tasks that it holds already are not asked about again.
    """
    import numpy as np

    from benchmarks.publish.oracle import ask_oracle, read_oracle, write_oracle
    from featureshift.bench.data import dataset_of, pair_of
    from featureshift.bench.task import find_suite
    from featureshift.corpus import Folder

    path, source = out / f"{suite}.csv", None if data is None else Folder(data)
    out.mkdir(parents=True, exist_ok=True)
    rows = read_oracle(path) if path.exists() else []
    done, kinds = {row.task for row in rows}, (datasets.split(","), manipulations.split(","))
    wanted = [
        task
        for task in find_suite(suite, tasks).tasks
        if task.dataset in kinds[0] and task.manipulation in kinds[1]
    ]
    if not wanted:
        raise OptionError(f"suite {suite!r} has no task of these data sets and manipulations")
    with progress_bar(Console(stderr=True)) as progress:
        missing = [task for task in wanted if task.id not in done]
        for task in progress.track(missing, description="oracle"):
            pair = pair_of(task, dataset_of(task, source), task.rows)
            rows.append(ask_oracle(task.id, pair, np.random.default_rng(task.seed)))
            write_oracle(path, rows)
    return 0

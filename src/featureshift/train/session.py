"""One session of a training: torch, folders, a bar, how long it goes on, and a polite end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from featureshift.errors import MissingExtraError
from featureshift.train.settings import TaskConfig

Config = TypeVar("Config", bound=TaskConfig)
UNFINISHED = "session"
"""Why a training stopped that is not over."""
Prepared = Callable[[int, int], None]
"""Told how many files of pairs are ready, and how many there will be."""


class Session:
    """One call: it is over after ``max_seconds`` from now, or when ``stop`` says so.

    >>> [each.is_over() for each in (Session(), Session(0.0), Session(stop=lambda: True))]
    [False, True, True]
    """

    def __init__(
        self,
        max_seconds: float | None = None,
        stop: Callable[[], bool] = lambda: False,
        prepared: Prepared = lambda _done, _total: None,
    ) -> None:
        self.prepared = prepared
        self._max_seconds, self._stop = max_seconds, stop
        self.restart()

    def restart(self) -> None:
        """Count the seconds from now on."""
        self._started = time.monotonic()

    def is_out_of_time(self) -> bool:
        passed = time.monotonic() - self._started
        return self._max_seconds is not None and passed >= self._max_seconds

    def is_over(self) -> bool:
        """To be asked after each piece of work."""
        return self.is_out_of_time() or self._stop()


def require_torch() -> None:
    """Refuse without torch; settle, before it is imported, how its threads wait.

    Threads that spin while they wait for each other take the cores from the process that simulates
    pairs: two threads on two busy cores were measured ten times slower than one. Sleeping ones cost
    a fifth at most.
    """
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    if find_spec("torch") is None:
        raise MissingExtraError("training", "train")


def with_folders(config: Config, data: Path | None, benchmark: Path | None) -> Config:
    """The configuration with other directories, where given."""
    corpus = config.corpus
    if data is not None:
        corpus = replace(corpus, folder=str(data))
    if benchmark is not None:
        corpus = replace(corpus, benchmark=str(benchmark))
    return replace(config, corpus=corpus)


def training_bar(console: Console) -> Progress:
    parts = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    return Progress(*parts, TimeElapsedColumn(), TimeRemainingColumn(), console=console)


@contextmanager
def asked_to_stop() -> Iterator[Event]:
    """Set by Ctrl-C or a polite kill: the step at hand is finished and saved. A second kills."""
    asked = Event()
    previous: dict[int, Any] = {}

    def ask(number: int, frame: object) -> None:
        del frame
        asked.set()
        signal.signal(number, previous[number])

    for each in (signal.SIGINT, signal.SIGTERM):
        previous[each] = signal.signal(each, ask)
    try:
        yield asked
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)

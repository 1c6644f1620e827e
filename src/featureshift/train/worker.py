"""How a process that simulates pairs begins: modestly, and ending with its trainer."""

from __future__ import annotations

import os
import signal
from multiprocessing import parent_process
from threading import Thread

NICENESS = 5


def start_worker() -> None:
    """To be called once in the new process."""
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    threadpool_limits(1)
    # The trainer's threads wait for each other: one that is displaced holds up all.
    os.nice(NICENESS)
    # Ctrl-C reaches every process of the terminal: the trainer ends in good order, and its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_trainer, daemon=True).start()


def _end_with_trainer() -> None:
    """A trainer that is killed cannot end its workers, and they would wait for ever."""
    trainer = parent_process()
    if trainer is not None:
        trainer.join()
        os._exit(1)

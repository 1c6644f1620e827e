"""Run a piece of work in a process of its own, under limits of time and memory.

Whatever happens in there (an exception, a hang, a crash, the kernel's out-of-memory killer), the
caller gets an :class:`Outcome` and goes on.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from featureshift.errors import AbsentDataError

POLL = 0.05
"""Seconds between looks at memory and clock."""
PREPARATION_LIMIT = 1800.0
"""Seconds for what comes before the clock starts: reading or simulating the table."""

_PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1e6
_CONTEXT = multiprocessing.get_context("forkserver")
# A child starts with these modules loaded, so that a cell costs milliseconds, not seconds.
_CONTEXT.set_forkserver_preload(["featureshift.bench.cell"])


@dataclass(frozen=True)
class Outcome:
    status: str
    """ok, error, timeout, memory, crash, or absent: the data is not to be had"""
    value: Any
    """What the work returned; None unless ok."""
    reason: str
    seconds: float
    """From the start of the clock to the end, however it came."""
    facts: Any
    """What the work said when it started the clock; None if it never did."""


Clock = Callable[[], float]
"""Seconds from any start."""
StartClock = Callable[[Any], None]
Work = Callable[[Any, StartClock], Any]
"""(argument, start_clock) -> value; calls ``start_clock(facts)`` once when it is prepared."""


def run_isolated(
    work: Work,
    argument: Any,
    *,
    time_limit: float,
    memory_limit_mb: float,
    clock: Clock = time.monotonic,
) -> Outcome:
    """Run ``work(argument, start_clock)``; the time limit counts from its call of start_clock.

    ``work`` must be importable by name. The memory limit is on the process as a whole.
    """
    receiver, sender = _CONTEXT.Pipe(duplex=False)
    process = _CONTEXT.Process(target=_child, args=(work, argument, sender))
    process.start()
    sender.close()
    try:
        return _watch(process, receiver, time_limit, memory_limit_mb, clock)
    finally:
        _kill_session(process)
        process.join()
        receiver.close()


def _child(work: Work, argument: Any, sender: Connection) -> None:
    os.setsid()  # whatever the work starts belongs to it, and ends with it
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what an interrupt ends
    _die_with_benchmark()
    try:
        value = work(argument, lambda facts: sender.send(("started", facts)))
    except MemoryError as error:
        sender.send(("memory", f"MemoryError: {error}"))
    except AbsentDataError as error:
        sender.send(("absent", str(error)))
    except BaseException as error:
        sender.send(("error", f"{type(error).__name__}: {error}"))
    else:
        sender.send(("ok", value))
    sender.close()


def _die_with_benchmark() -> None:
    """A benchmark that is killed ends nothing, and its fork server lives as long as any work."""
    benchmark = multiprocessing.parent_process()

    def watch() -> None:
        if benchmark is not None:
            benchmark.join()
            os.killpg(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def _watch(
    process: BaseProcess,
    receiver: Connection,
    time_limit: float,
    memory_limit_mb: float,
    clock: Clock,
) -> Outcome:
    facts, started = None, clock()
    deadline = started + PREPARATION_LIMIT

    def outcome(status: str, reason: str, value: Any = None) -> Outcome:
        return Outcome(status, value, reason, clock() - started, facts)

    while True:
        if receiver.poll(POLL):
            try:
                kind, content = receiver.recv()
            except (EOFError, OSError):
                process.join()
                return outcome("crash", _death(process.exitcode))
            if kind == "started":
                facts, started = content, clock()
                deadline = started + time_limit
            elif kind == "ok":
                return outcome("ok", "", content)
            else:
                return outcome(kind, content)
        used = _resident_mb(process.pid)
        if used > memory_limit_mb:
            return outcome("memory", f"used {used:,.0f} MB of {memory_limit_mb:,.0f} MB allowed")
        if (now := clock()) > deadline:
            return outcome("timeout", f"not finished after {now - started:.1f} s")


def _kill_session(process: BaseProcess) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        # Before its setsid the child is still in our own group, which must live.
        if process.pid is not None and os.getpgid(process.pid) == process.pid:
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()


def _death(exitcode: int | None) -> str:
    if exitcode is not None and exitcode < 0:
        return f"killed by signal {-exitcode}"
    return f"ended without a result (exit code {exitcode})"


def _resident_mb(pid: int | str | None) -> float:
    """Memory of a process and of all it started."""
    try:
        own = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_MB
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (OSError, IndexError):  # gone already, or a system without /proc
        return 0.0
    return own + sum(map(_resident_mb, children))

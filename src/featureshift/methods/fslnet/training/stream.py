"""The stream of batches: groups asked for ahead, held in a ring, served several times.

Everything is in order and counted, so the state is small: the numbers and probabilities of the
groups in the ring and on their way. A stream restored from it serves the same batches, whether
groups are made in this process or in others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from types import TracebackType
from typing import Any

from featureshift.methods.fslnet.training.batch import Batch, Group, draw_batch
from featureshift.methods.fslnet.training.config import StreamConfig
from featureshift.methods.fslnet.training.producer import Request
from featureshift.train.seeds import Branch
from featureshift.train.worker import start_worker

Produce = Callable[[Request], Group]


class Stream:
    """Serves batches; a context manager, since it may hold processes."""

    def __init__(self, produce: Produce, config: StreamConfig, seed: int) -> None:
        self._config, self._seed = config, seed
        self._executor: Executor = _executor(config.workers, produce)
        self._submit = _in_worker if config.workers else produce
        self._pending: deque[tuple[Request, Future[Group]]] = deque()
        self._ring: deque[tuple[Request, Group]] = deque()
        self._next = 0
        self.served = 0

    def next(self, probabilities: Mapping[str, float]) -> Batch:
        """The next batch; ``probabilities`` of manipulations are for groups asked for now."""
        config = self._config
        if len(self._ring) < config.ring or self.served % config.reuse == 0:
            self._ring.append(self._fresh(probabilities))
            if len(self._ring) > config.ring:
                self._ring.popleft()
        rng = Branch.FSLNET_BATCH.generator(self._seed, self.served)
        self.served += 1
        return draw_batch(self._ring[int(rng.integers(len(self._ring)))][1], rng)

    def _fresh(self, probabilities: Mapping[str, float]) -> tuple[Request, Group]:
        while len(self._pending) <= self._config.ahead:
            self._ask(Request(self._next, dict(probabilities)))
            self._next += 1
        request, future = self._pending.popleft()
        return request, future.result()

    def _ask(self, request: Request) -> None:
        self._pending.append((request, self._executor.submit(self._submit, request)))

    def state(self) -> dict[str, Any]:
        """Plain numbers, names and lists."""
        return {
            "served": self.served,
            "next": self._next,
            "ring": [_plain(request) for request, _ in self._ring],
            "pending": [_plain(request) for request, _ in self._pending],
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue where the stream that gave ``state`` was; its groups are made again."""
        self._pending.clear()
        for index, probabilities in (*state["ring"], *state["pending"]):
            self._ask(Request(int(index), dict(probabilities)))
        self._ring.clear()
        for _ in state["ring"]:
            request, future = self._pending.popleft()
            self._ring.append((request, future.result()))
        self.served, self._next = int(state["served"]), int(state["next"])

    def close(self) -> None:
        """End the processes, if there are any."""
        self._executor.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> Stream:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Here(Executor):
    """Does the work when it is asked for, in this thread."""

    def submit(self, work: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(work(*arguments, **options))
        return future


def _executor(workers: int, produce: Produce) -> Executor:
    if not workers:
        return _Here()
    # Spawned, not forked: the trainer has threads by then.
    return ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_start_worker, initargs=(produce,)
    )


_produce: Produce | None = None
"""Of a worker process, set once when it starts, so that its tables stay in memory."""


def _start_worker(produce: Produce) -> None:
    global _produce
    _produce = produce
    start_worker()


def _in_worker(request: Request) -> Group:
    if _produce is None:
        raise RuntimeError("this process was not started as a worker")
    return _produce(request)


def _plain(request: Request) -> list[Any]:
    return [request.index, dict(request.probabilities)]

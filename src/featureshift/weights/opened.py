"""Weights in memory: their header, and onnxruntime sessions made when they are first needed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from featureshift.errors import OutOfMemoryError, WeightsError
from featureshift.out_of_memory import own_memory_errors
from featureshift.weights.header import FORMAT, HEADER
from featureshift.weights.stored import StoredWeights, read_weights

In = TypeVar("In")
Out = TypeVar("Out")
THREADS = 2


def open_weights(source: str | Path, *, threads: int = THREADS) -> Weights:
    """Weights by shipped name, or from a directory that an export wrote.

    A file that is not what its manifest says, is no ONNX model, or has another header than this
    version reads is refused with :class:`WeightsError`.
    """
    return Weights(read_weights(source), threads=threads)


class Weights:
    """A trained network, ready to run: its header as attributes, its graphs by role.

    Can be pickled and sent to other processes, or be there when one forks: sessions and threads are
    made anew there.
    """

    _sessions: dict[str, Any]
    _pool: ThreadPoolExecutor | None
    _lock: Lock

    def __init__(self, stored: StoredWeights, *, threads: int = THREADS) -> None:
        self.name, self.network, self.threads = stored.name, stored.network, threads
        self._graphs = stored.graphs
        self._forget()
        _OPENED.add(self)
        header = self._header("predict")
        if any(self._header(role) != header for role in self._graphs):
            raise WeightsError(f"the graphs of weights {self.name!r} come from different networks")
        self.config: Mapping[str, Any] = self._read(header, "config")
        """Plain values; the network's own config class reads them."""
        self.channels: tuple[str, ...] = tuple(self._read(header, "channels"))
        """Names of the channels of one table's map, in order; of GraphNet's nodes."""
        self.measures: tuple[str, ...] = tuple(self._read(header, "measures"))
        """Names of what the descriptors compute besides; of GraphNet's edges."""
        self.metadata: Mapping[str, Any] = self._read(header, "metadata")
        """Where the weights come from."""

    def _read(self, header: Mapping[str, str], key: str) -> Any:
        try:
            return json.loads(header[key])
        except ValueError as error:
            raise WeightsError(
                f"the header of weights {self.name!r} is damaged", found=f"{key} = {header[key]!r}"
            ) from error

    @property
    def roles(self) -> tuple[str, ...]:
        """What graphs there are: ``describe``, ``predict``."""
        return tuple(self._graphs)

    @property
    def origin(self) -> str:
        """Name and hashes, in words."""
        hashes = ", ".join(f"{role} sha256 {digest}" for role, digest in self.hashes.items())
        return f"{self.name}: {hashes}"

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of each graph by role, as the manifest and ``weights verify`` tell it."""
        return {role: hashlib.sha256(graph).hexdigest() for role, graph in self._graphs.items()}

    def load(self, role: str) -> None:
        """Make the session of a graph now; raises WeightsError if it cannot be made."""
        self._session(role)

    def run(self, role: str, **inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        """The one output of a graph; may be called from several threads."""
        with own_memory_errors(f"the network {self.name}"):
            output: NDArray[np.float32] = self._session(role).run(None, inputs)[0]
        return output

    def map(self, work: Callable[[In], Out], items: Iterable[In]) -> Iterator[Out]:
        """Results in order; at most ``threads`` calls of ``work`` at a time, whoever asks for them.

        One run of a session is single-threaded: two at a time were measured at half the time of
        runs that share two threads, which wait for each other at every layer.
        """
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads, "featureshift-weights")
            pool = self._pool
        return pool.map(work, items)

    def _session(self, role: str) -> Any:
        with self._lock:
            if role not in self._sessions:
                self._sessions[role] = _session_of(self._graphs[role], f"{self.name}.{role}")
            return self._sessions[role]

    def _header(self, role: str) -> dict[str, str]:
        if role not in self._graphs:
            raise WeightsError(f"weights {self.name!r} have no graph {role!r}")
        header: dict[str, str] = self._session(role).get_modelmeta().custom_metadata_map
        if any(key not in header for key in HEADER):
            raise self._foreign(f"the properties {', '.join(sorted(header)) or 'none'}")
        if (header["format"], header["network"]) != (str(FORMAT), self.network):
            raise self._foreign(f"format {header['format']} of a {header['network']!r}")
        return header

    def _foreign(self, found: str) -> WeightsError:
        return WeightsError(
            f"weights {self.name!r} are no network that this version runs",
            expected=f"format {FORMAT} of a {self.network!r}, with {', '.join(HEADER)}",
            found=found,
        )

    def _forget(self) -> None:
        self._sessions, self._pool, self._lock = {}, None, Lock()

    def __getstate__(self) -> dict[str, Any]:
        live = ("_sessions", "_pool", "_lock")
        return {key: value for key, value in self.__dict__.items() if key not in live}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()
        _OPENED.add(self)


_OPENED: WeakSet[Weights] = WeakSet()


def _forget_all() -> None:
    """Of the threads of a pool none is in a forked process, and who held a lock is not there."""
    for weights in _OPENED:
        weights._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _session_of(content: bytes, name: str) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # it would keep what one wide table took, and twice that
    options.log_severity_level = 4  # what goes wrong is raised, not printed
    try:
        with own_memory_errors(f"the network {name}"):
            return onnxruntime.InferenceSession(
                content, options, providers=["CPUExecutionProvider"]
            )
    except OutOfMemoryError:
        raise
    except Exception as error:  # onnxruntime has a dozen, without a root of their own
        raise WeightsError(
            f"{name}.onnx cannot be run by onnxruntime {onnxruntime.__version__}",
            expected="an ONNX model that `featureshift train --export` wrote",
            found=str(error),
        ) from error

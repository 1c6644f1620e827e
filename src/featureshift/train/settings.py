"""Settings of a training: small frozen tables, read from TOML, unknown keys refused."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

from featureshift.errors import OptionError, UnknownNameError, UnreadableTableError

Table = TypeVar("Table")


@dataclass(frozen=True)
class CorpusConfig:
    """Where tables come from; the paper's proportions are the defaults."""

    folder: str = ""
    """Directory of training tables with a MANIFEST.csv; empty: simulated tables only."""
    benchmark: str = ""
    """Directory of the benchmark's tables, read only to leave out tables of equal content."""
    real: float = 1032
    """Weight of the folder's tables."""
    algebraic: float = 184
    """Weight of the algebraic simulator."""
    probabilistic: float = 184
    """Weight of the probabilistic simulator."""
    algebraic_inputs: tuple[int, ...] = (1,)
    """Inputs per row of an algebraic table, one of these at random; the paper has one."""
    clean: bool = False
    """Apply the paper's filters: no constant columns, no missing values."""
    min_rows: int = 200
    """Smaller tables are left out."""
    cache_megabytes: int = 1500
    """Tables kept in memory by each process that simulates pairs."""


@dataclass(frozen=True)
class TaskConfig:
    """What every training has; a method's configuration adds its own to it.

    With the corpus it says everything that decides the weights.
    """

    kind: str = ""
    """The network, a key of ``registry.TASKS``."""
    seed: int = 0
    """Same seed, same training."""
    threads: int = 0
    """Threads of torch; 0: its own choice."""
    log_every: int = 50
    """Steps between lines of the log."""
    checkpoint_seconds: float = 300.0
    """Longest time between checkpoints."""
    corpus: CorpusConfig = field(default_factory=CorpusConfig)
    network: Mapping[str, Any] = field(default_factory=dict)
    """Fields of the network's own configuration, which checks them."""


def read_toml(path: str | Path) -> dict[str, Any]:
    """The content of a TOML file."""
    try:
        return tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise UnreadableTableError(f"no configuration at {path}", found=str(error)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableTableError(f"{path} is not TOML", found=str(error)) from error


def from_dict(kind: type[Table], content: Mapping[str, Any], where: str = "") -> Table:
    """Build a frozen table from plain values.

    >>> from_dict(CorpusConfig, {"min_rows": 50}).min_rows
    50
    >>> from_dict(CorpusConfig, {"min_row": 50})
    Traceback (most recent call last):
    featureshift.errors.UnknownNameError: unknown setting 'min_row'
      expected: one of: ...
      remedy: did you mean 'min_rows'?
    """
    types = get_type_hints(kind)
    for name in content:
        if name not in types:
            raise UnknownNameError("setting", f"{where}{name}", [f"{where}{n}" for n in types])
    given = {name: _convert(types[name], value, where + name) for name, value in content.items()}
    return kind(**given)


def to_dict(config: Any) -> dict[str, Any]:
    """The inverse of ``from_dict``: plain values for TOML, JSON or a checkpoint."""

    def plain(value: Any) -> Any:
        if is_dataclass(value):
            return to_dict(value)
        if isinstance(value, Mapping):
            return {key: plain(item) for key, item in value.items()}
        return [plain(item) for item in value] if isinstance(value, tuple | list) else value

    return {each.name: plain(getattr(config, each.name)) for each in fields(config)}


def _convert(kind: Any, value: Any, name: str) -> Any:
    if is_dataclass(kind) and isinstance(kind, type):
        require(isinstance(value, Mapping), name, value, "a table")
        return from_dict(kind, value, f"{name}.")
    if kind is float:
        require(isinstance(value, int | float) and not isinstance(value, bool), name, value)
        return float(value)
    if kind in (int, bool, str):
        require(type(value) is kind, name, value, f"of type {kind.__name__}")
        return value
    if isinstance(value, list | tuple):
        arity = getattr(kind, "__args__", ())
        fixed = len(arity) if Ellipsis not in arity else None
        right = bool(value) and (fixed is None or len(value) == fixed)
        require(right and all(type(item) is int for item in value), name, value, "whole numbers")
        return tuple(value)
    require(isinstance(value, Mapping), name, value)
    return dict(value)


def require(condition: bool, name: str, found: object, expected: str | None = None) -> None:
    """Refuse a setting that cannot be as it was found."""
    if not condition:
        raise OptionError(f"{name} cannot be {found!r}", expected=expected)

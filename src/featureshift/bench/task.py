"""The frozen identity of a benchmark cell, and the suites that ``tasks.toml`` lists."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from featureshift.errors import OptionError, UnknownNameError, UnreadableTableError
from featureshift.simulate import MANIPULATIONS

NO_MANIPULATION = "none"
_SUITE_KEYS = {"about", "slow", "groups", "part_of", "most_rows", "fractions"}
_GROUP_KEYS = {"datasets", "manipulations", "fractions", "rows", "columns", "seeds", "ratios"}


@dataclass(frozen=True, order=True)
class Task:
    """One pair of tables to localize a shift in; equal tasks give equal pairs on any machine."""

    dataset: str
    manipulation: str
    """Its name, or "none"."""
    fraction: float
    rows: int
    """At most so many rows in each half."""
    columns: int
    """At most so many columns; 0 for all."""
    seed: int
    ratio: int = 1
    """The query has so many times fewer rows than the reference."""

    @property
    def id(self) -> str:
        """
        >>> Task("energy", "E4.1", 0.05, 20000, 0, 0).id
        'energy/E4.1/0.05/20000xall/0'
        >>> Task("energy", "none", 0.0, 20000, 32, 0, ratio=100).id
        'energy/none/0.00/20000:100x32/0'
        """
        rows = f"{self.rows}" if self.ratio == 1 else f"{self.rows}:{self.ratio}"
        shape = f"{rows}x{self.columns or 'all'}"
        return f"{self.dataset}/{self.manipulation}/{self.fraction:.2f}/{shape}/{self.seed}"

    @classmethod
    def from_id(cls, text: str) -> Task:
        """
        >>> Task.from_id("energy/E4.1/0.05/20000xall/0").columns
        0
        """
        try:
            dataset, manipulation, fraction, shape, seed = text.split("/")
            length, columns = shape.split("x")
            rows, _, ratio = length.partition(":")
            width = 0 if columns == "all" else int(columns)
            counts = int(rows), width, int(seed), int(ratio or 1)
            return cls(dataset, manipulation, float(fraction), *counts)
        except ValueError as cause:
            raise OptionError(
                f"{text!r} is no task",
                expected="dataset/manipulation/fraction/rows(:ratio)xcolumns/seed",
            ) from cause


@dataclass(frozen=True)
class SlowCap:
    """Methods marked slow get at most ``rows`` per half above ``columns`` columns."""

    columns: int
    rows: int

    def rows_for(self, task: Task, n_features: int, *, slow: bool) -> int:
        return min(task.rows, self.rows) if slow and n_features > self.columns else task.rows


@dataclass(frozen=True)
class Suite:
    name: str
    about: str
    tasks: tuple[Task, ...]
    slow_cap: SlowCap


def default_tasks_file() -> Path:
    """``tasks.toml`` beside this module when installed, under benchmarks/ in a checkout."""
    packaged = Path(__file__).with_name("tasks.toml")
    return packaged if packaged.exists() else Path(__file__).parents[3] / "benchmarks/tasks.toml"


def load_suites(path: Path | None = None) -> dict[str, Suite]:
    """Every suite of a tasks file, by name; duplicate tasks and unknown keys are refused."""
    path = path or default_tasks_file()
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        return {name: _suite(name, suite, content) for name, suite in content["suites"].items()}
    except UnknownNameError:  # it is a KeyError too
        raise
    except (
        OSError,
        KeyError,
        TypeError,
        AttributeError,
        UnicodeError,
        tomllib.TOMLDecodeError,
    ) as cause:
        raise UnreadableTableError(
            f"{str(path)!r} is no file of tasks", found=f"{type(cause).__name__}: {cause}"
        ) from cause


def find_suite(name: str, path: Path | None = None) -> Suite:
    suites = load_suites(path)
    if name not in suites:
        raise UnknownNameError("suite", name, suites)
    return suites[name]


def _suite(name: str, suite: Mapping[str, Any], content: Mapping[str, Any]) -> Suite:
    cap = SlowCap(**{**content["slow"], **suite.get("slow", {})})
    return Suite(name, suite["about"], _tasks(name, suite, content), cap)


def _tasks(name: str, suite: Mapping[str, Any], content: Mapping[str, Any]) -> tuple[Task, ...]:
    """Those of its own groups, or some of another suite: rows of these count for both."""
    for key in suite:
        if key not in _SUITE_KEYS:
            raise UnknownNameError("key of a suite", key, _SUITE_KEYS)
    if "part_of" not in suite:
        return _expand(name, suite["groups"], content)
    whole, most = suite["part_of"], suite.get("most_rows", math.inf)
    fractions = suite.get("fractions")
    return tuple(
        task
        for task in _expand(whole, content["suites"][whole]["groups"], content)
        if task.rows <= most and (fractions is None or task.fraction in fractions)
    )


def _expand(
    suite: str, groups: Sequence[Mapping[str, Any]], content: Mapping[str, Any]
) -> tuple[Task, ...]:
    tasks = [task for group in groups for task in _product(group, content["manipulations"])]
    if len({task.id for task in tasks}) < len(tasks):
        raise OptionError(f"suite {suite!r} lists a task twice, or two that differ by a hair")
    return tuple(tasks)


def _product(group: Mapping[str, Any], manipulations: Mapping[str, Sequence[str]]) -> list[Task]:
    for key in group:
        if key not in _GROUP_KEYS:
            raise UnknownNameError("key of a task group", key, _GROUP_KEYS)
    named = group["manipulations"]
    names = manipulations.get(named, [named]) if isinstance(named, str) else named
    for name in names:
        if name != NO_MANIPULATION and name not in MANIPULATIONS:
            raise UnknownNameError("manipulation", name, MANIPULATIONS)
    lists = (
        group.get("fractions", [0.0]),
        _listed(group["rows"]),
        _listed(group.get("columns", 0)),
    )
    last = group.get("seeds", [0]), group.get("ratios", [1])
    return [Task(*values) for values in product(group["datasets"], names, *lists, *last)]


def _listed(value: int | list[int]) -> list[int]:
    return value if isinstance(value, list) else [value]

"""Results of a long trial, written at once: a run that was stopped goes on where it was."""

import json
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

Case = TypeVar("Case")
RUNS = Path(__file__).parents[1] / "runs"


class Kept(NamedTuple):
    case: str
    commit: str
    """Of the code that was tried."""
    date: str
    rows: Sequence[Sequence[Any]]


def in_turn(streams: Mapping[str, Iterator[Case]]) -> Iterator[tuple[str, Case]]:
    """The first case of each stream, then the second of each, named "stream/number".

    So that a run that is stopped early has tried all of them alike.

    >>> [name for name, _ in in_turn({"a": iter("xy"), "b": iter("z")})]
    ['a/0', 'b/0', 'a/1']
    """
    left, number = dict(streams), 0
    while left:
        for name in list(left):
            for case in left[name]:
                yield f"{name}/{number}", case
                break
            else:
                del left[name]
        number += 1


def run(
    path: Path,
    cases: Iterable[tuple[str, Case]],
    outcomes: Callable[[Case], Iterable[Sequence[Any]]],
) -> None:
    """Try each case that has no line in the file yet, and write one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    done = {kept.case for kept in read(path)}
    commit = subprocess.run(
        ["git", "rev-parse", "--short=7", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    with path.open("a", encoding="utf-8", buffering=1) as file:
        for name, case in cases:
            if name not in done:
                date = datetime.now(UTC).date().isoformat()
                kept = Kept(name, commit, date, [list(row) for row in outcomes(case)])
                file.write(json.dumps(kept) + "\n")


def read(path: Path) -> list[Kept]:
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        return [Kept(*json.loads(line)) for line in file]


def measured(kept: Iterable[Kept]) -> str:
    """
    >>> measured([Kept("scale/0", "ab12cd3", "2026-11-18", [])])
    'Measured on 2026-11-18 with the code of commit ab12cd3.'
    """
    kept = list(kept)
    dates, commits = (sorted({each[i] for each in kept}) for i in (2, 1))
    return f"Measured on {', '.join(dates)} with the code of commit {', '.join(commits)}."

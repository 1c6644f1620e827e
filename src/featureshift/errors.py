"""Every error featureshift raises on purpose: one tree, and each says what was expected, what was
found and how to mend it.

Catch :class:`FeatureshiftError` to catch them all. The command line prints exactly these and no
traceback; anything else that escapes is a bug.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from featureshift.spelled_out import cut_to_size, spelled_out

LONGEST = 1000
"""Characters of one part of an error: it may quote a table, never pour it out."""


class FeatureshiftError(Exception):
    """Root of the tree. What it quotes of tables is spelled out and cut: it ends on a terminal.

    >>> print(FeatureshiftError("no rows", expected="at least 1 row", remedy="check the filter"))
    no rows
      expected: at least 1 row
      remedy: check the filter
    """

    def __init__(
        self,
        problem: str,
        *,
        expected: str | None = None,
        found: str | None = None,
        remedy: str | None = None,
    ) -> None:
        self.problem = _shown(problem)
        self.expected, self.found, self.remedy = (
            None if text is None else _shown(text) for text in (expected, found, remedy)
        )
        details = {"expected": self.expected, "found": self.found, "remedy": self.remedy}
        super().__init__(
            "\n".join(
                [self.problem, *(f"  {key}: {text}" for key, text in details.items() if text)]
            )
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """As it is: a pool of processes hands errors on, whatever their arguments were."""
        return _rebuilt, (type(self), self.args, self.__dict__)


def _shown(text: str) -> str:
    return cut_to_size(spelled_out(text), LONGEST)


def _rebuilt(
    cls: type[FeatureshiftError], args: tuple[Any, ...], fields: dict[str, Any]
) -> FeatureshiftError:
    error = cls.__new__(cls, *args)
    error.args = args
    error.__dict__.update(fields)
    return error


class TableError(FeatureshiftError, ValueError):
    """A table that cannot be used as a whole: no rows, ragged lines, duplicate names."""


class UnreadableTableError(TableError):
    """A path that does not exist, or a file that cannot be read as what its name says."""


class ProfileError(TableError):
    """A profile that is damaged, altered or too new, or that lacks what is asked of it."""


class UnsupportedTableError(FeatureshiftError, TypeError):
    """An object that is no kind of table we know."""


class ColumnError(TableError):
    """With ``strict=True``: a column that would otherwise be left out or converted with a note."""


class OptionError(FeatureshiftError, ValueError):
    """An argument out of range, or two arguments that exclude each other."""


class UnwritableFileError(OptionError):
    """A file that cannot be written: no such directory, no permission, no space."""

    def __init__(self, path: str | Path, cause: OSError) -> None:
        super().__init__(
            f"cannot write {str(path)!r}",
            found=os.strerror(cause.errno) if cause.errno else str(cause),
            remedy="name a file in a directory that exists, may be written to and has space left",
        )


class OutOfMemoryError(FeatureshiftError, MemoryError):
    """More memory was needed than the process may have."""

    def __init__(self, what: str, found: str | None = None) -> None:
        super().__init__(
            f"there is not enough memory for {what}",
            found=found or None,
            remedy="compare fewer columns (columns, ignore) or rows (max_rows), store tables as "
            "Parquet, which is read in parts, or give the process more memory",
        )


class UnknownNameError(OptionError, KeyError):
    """A name that no registry or table knows; the nearest known names are offered.

    >>> print(UnknownNameError("method", "sm-treshold", ["sm-threshold", "datafix"]))
    unknown method 'sm-treshold'
      expected: one of: datafix, sm-threshold
      remedy: did you mean 'sm-threshold'?
    """

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        known = sorted(known)
        near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
        shown = ", ".join(known[:20]) + (f" and {len(known) - 20} more" if len(known) > 20 else "")
        super().__init__(
            f"unknown {what} {name!r}",
            expected=f"one of: {shown}" if known else "nothing is known here",
            remedy=f"did you mean {' or '.join(map(repr, near))}?" if near else None,
        )

    # KeyError would print the repr of the message.
    __str__ = Exception.__str__


class ShiftFound(FeatureshiftError):  # noqa: N818 (what was asked for, no failure of ours)
    """Raised by :meth:`featureshift.Localization.raise_if_shifted`."""

    def __init__(self, features: Sequence[str], of: int) -> None:
        self.features = tuple(features)
        """The shifted columns, highest score first."""
        shown = ", ".join(self.features[:20])
        more = f" and {len(features) - 20} more" if len(features) > 20 else ""
        super().__init__(
            f"{len(features)} of {of} columns shifted",
            found=shown + more,
            remedy="result.explain() says what happened, result.repair(query) undoes what it can",
        )


class AmbiguousTruthError(FeatureshiftError, TypeError):
    """A result that was asked whether it is true."""


class MethodError(FeatureshiftError, RuntimeError):
    """A method that cannot be imported, or whose scores cannot be decided on: a bug of its own."""


class EngineError(FeatureshiftError, RuntimeError):
    """An engine that cannot read a table, or something that cannot travel between its workers."""


class MissingExtraError(FeatureshiftError, ImportError):
    """A feature whose optional packages are not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs packages that are not installed",
            remedy=f"pip install 'featureshift[{extra}]'",
        )


class AbsentDataError(FeatureshiftError, LookupError):
    """A data set that is known but not here: restricted, not asked for online, or not reachable."""


class WeightsError(FeatureshiftError, ValueError):
    """Network weights that are damaged, altered, or not what this version can run."""

"""Every error featureshift raises on purpose: one tree, and each says what was expected, what was
found and how to mend it.

Catch :class:`FeatureshiftError` to catch them all. The command line prints exactly these and no
traceback; anything else that escapes is a bug.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


class FeatureshiftError(Exception):
    """Root of the tree.

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
        self.problem, self.expected, self.found, self.remedy = problem, expected, found, remedy
        details = {"expected": expected, "found": found, "remedy": remedy}
        super().__init__(
            "\n".join([problem, *(f"  {key}: {text}" for key, text in details.items() if text)])
        )


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

"""The one flow: two tables are read, scored by a method, decided on, and kept as a result.

Heavy modules are imported when a comparison starts, so that ``import featureshift`` costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Integral, Real
from time import perf_counter
from typing import TYPE_CHECKING, Any

from featureshift.errors import MethodError, OptionError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from featureshift.event import Event
    from featureshift.methods.base import Cut, Localizer, Scores
    from featureshift.result import Localization
    from featureshift.tables import Progress, TablePair


def localize(
    reference: Any,
    query: Any,
    *,
    method: str | Localizer | None = None,
    threshold: float | None = None,
    n_shifted: int | None = None,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    groups: str | None = None,
    time: str | None = None,
    max_rows: int | None = None,
    strict: bool = False,
    seed: int = 0,
    progress: Progress | None = None,
) -> Localization:
    """Which columns the distribution shift between two tables comes from.

    Parameters
    ----------
    reference, query
        Tables: NumPy array, pandas, polars, pyarrow, or a path. Matched by column name.
    method
        A name out of :func:`featureshift.methods`, or a localizer of your own making; None for the
        default, GraphNet.
    threshold
        Shifted means a score above this, instead of the method's own threshold.
    n_shifted
        The number of shifted features, where it is known; excludes ``threshold``.
    columns, ignore
        Compare only these columns; leave these out.
    groups
        The column that says which rows belong together (a patient, a device); it is not compared.
    time
        The column that says which row came first; by default they stand in their order.
    max_rows
        Use a random sample of at most so many rows of each table. The content of a row decides
        whether it is sampled: the order of the rows does not matter.
    strict
        Raise where a column would otherwise be left out or read in a special way.
    seed
        Governs whatever is random. Same seed, same result.
    progress
        Called now and then with the share of the work that is done.
    """
    import numpy as np

    from featureshift.decide import decide
    from featureshift.engines.reading import read_pair
    from featureshift.methods.evidence import keep_evidence
    from featureshift.methods.registry import make_localizer
    from featureshift.result import Localization, RowsUsed
    from featureshift.rows.facts import look_at_rows
    from featureshift.rows.few import foreign_columns
    from featureshift.tables import part

    started = perf_counter()
    _check_options(threshold, n_shifted, max_rows, seed)
    localizer = make_localizer(method)
    pair = read_pair(
        reference,
        query,
        columns=columns,
        ignore=ignore,
        groups=groups,
        time=time,
        sample_rows=localizer.sample_rows,
        max_rows=max_rows,
        strict=strict,
        progress=part(progress, 0.0, 0.5),
    )
    pair, facts = look_at_rows(pair)
    scores = localizer._score(pair, np.random.default_rng(seed), part(progress, 0.5, 1.0))
    values = np.where(pair.inert, 0.0, _checked(scores, pair, localizer.info.name))
    cut = _cut(scores, threshold, n_shifted)
    decision = decide(values, ~pair.inert, threshold=cut.threshold, n_shifted=n_shifted)
    if facts.too_few_rows and n_shifted is None:
        decision = decision._replace(shifted=foreign_columns(pair))
    evidence = keep_evidence(pair, values, decision.shifted, scores.partners)
    if progress is not None:
        progress(1.0)  # a cut that was not needed leaves its share untold
    return Localization(
        features=pair.features,
        scores=values,
        shifted=decision.shifted,
        threshold=decision.threshold,
        method=localizer.info.name,
        rows_used=RowsUsed(pair.reference.n_rows, pair.query.n_rows),
        seconds=perf_counter() - started,
        notes=pair.notes + facts.notes + scores.notes + cut.notes,
        table=facts,
        events=_events(scores, pair, decision.shifted),
        evidence=evidence,
    )


def _events(scores: Scores, pair: TablePair, shifted: NDArray[np.bool_]) -> tuple[Event, ...]:
    """What moved together, of the columns that are flagged; a column alone is no event."""
    from featureshift.event import Event

    found = []
    for move in scores.moves:
        columns = tuple(pair.features[j] for j in move.columns if shifted[j])
        if len(columns) > 1:
            found.append(Event(columns, tuple(pair.features[j] for j in move.other_side)))
    return tuple(found)


def _checked(scores: Scores, pair: TablePair, method: str) -> NDArray[np.float64]:
    import numpy as np

    values = np.asarray(scores.values, dtype=np.float64)
    if values.shape != (pair.n_features,) or not np.isfinite(values).all():
        raise MethodError(
            f"{method} gave scores that cannot be decided on",
            expected=f"{pair.n_features} finite numbers",
            found=f"shape {values.shape}, {np.isfinite(values).sum()} of them finite",
        )
    if scores.partners is not None:
        _check_partners(np.asarray(scores.partners), pair.n_features, method)
    return values


def _check_partners(partners: NDArray[np.intp], n_features: int, method: str) -> None:
    places = partners.ndim == 2 and len(partners) == n_features
    if not places or partners.min(initial=0) < 0 or partners.max(initial=0) >= n_features:
        raise MethodError(
            f"{method} gave partners that are no columns",
            expected=f"positions from 0 to {n_features - 1}, a row for each column",
            found=f"shape {partners.shape}, from {partners.min(initial=0)} "
            f"to {partners.max(initial=0)}",
        )


def _cut(scores: Scores, threshold: float | None, n_shifted: int | None) -> Cut:
    """The user's where one is given, else the method's own; NaN where a number decides."""
    from featureshift.methods.base import Cut
    from featureshift.tables import Note

    if n_shifted is not None:
        message = f"n_shifted is given: shifted are the {n_shifted} features with highest scores"
        return Cut(math.nan, (Note(None, "decision-rule", message),))
    if threshold is not None:
        message = f"a threshold is given: shifted means a score above {threshold:g}"
        return Cut(threshold, (Note(None, "decision-rule", message),))
    return scores.cut() if callable(scores.cut) else Cut(scores.cut)


def _check_options(threshold: Any, n_shifted: Any, max_rows: Any, seed: Any) -> None:
    if threshold is not None and n_shifted is not None:
        raise OptionError(
            "threshold and n_shifted exclude each other",
            expected="at most one of the two",
            remedy="give n_shifted only where the number of shifted features is known",
        )
    if threshold is not None and not (isinstance(threshold, Real) and math.isfinite(threshold)):
        raise OptionError("threshold is not a finite number", found=repr(threshold))
    for name, value, least in (("n_shifted", n_shifted, 0), ("max_rows", max_rows, 1)):
        if value is not None and not (isinstance(value, Integral) and int(value) >= least):
            raise OptionError(f"{name} is no count", expected=f"{least} or more", found=repr(value))
    if not (isinstance(seed, Integral) and int(seed) >= 0):
        raise OptionError("seed is no count", expected="0 or more", found=repr(seed))

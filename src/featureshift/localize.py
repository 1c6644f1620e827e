"""The one flow: two tables are read, scored by a method, decided on, and kept as a result.

Heavy modules are imported when a comparison starts, so that ``import featureshift`` costs nothing.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from time import perf_counter
from typing import TYPE_CHECKING, Any

from featureshift.errors import MethodError, OptionError
from featureshift.no_float_warnings import no_float_warnings
from featureshift.out_of_memory import own_memory_errors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from featureshift.decide import Scale
    from featureshift.event import Event
    from featureshift.methods.base import Cut, Localizer, MethodInfo, Scores
    from featureshift.result import Localization
    from featureshift.tables import Note, Progress, TablePair


@own_memory_errors("this comparison")
@no_float_warnings()
def localize(
    reference: Any,
    query: Any,
    *,
    method: str | Localizer | None = None,
    threshold: float | None = None,
    n_shifted: int | None = None,
    error_budget: float | None = None,
    min_effect: float | None = None,
    columns: str | Iterable[str] | None = None,
    ignore: str | Iterable[str] | None = None,
    groups: str | None = None,
    time: str | None = None,
    max_rows: int | None = None,
    strict: bool = False,
    seed: int = 0,
    labels: tuple[str, str] | None = None,
    engine: str | None = None,
    progress: Progress | None = None,
) -> Localization:
    """Which columns the distribution shift between two tables comes from.

    Parameters
    ----------
    reference, query
        Tables: NumPy array, pandas, polars, pyarrow, Dask, Spark, a path, a URL, or what
        :func:`featureshift.read_table` opened or :func:`featureshift.profile` kept. Matched by
        column name.
    method
        A name out of :func:`featureshift.methods`, or a localizer of your own making; None for the
        default, GraphNet.
    threshold
        Shifted means a score above this, instead of the method's own threshold. Of fewer than 10
        rows no score decides: only values that the other table does not have are flagged.
    n_shifted
        The number of shifted features, where it is known; excludes ``threshold``.
    error_budget
        Flag as many features as can be, so that the expected share of wrong flags among them stays
        within this; excludes the two above. Needs a method whose scores are probabilities or
        p-values: ``graphnet``, ``select-k-best``.
    min_effect
        Do not flag what is real but immaterial: features with an effect below this, from 0
        (nothing changed) to 1 (no overlap, or a relation that explained all is lost).
    columns, ignore
        Compare only these columns; leave these out. By name, or by glob where no column has that
        name: ``ignore="id_*"``.
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
    labels
        What you call the two tables, such as ``("January", "February")``; used in all reports.
    engine
        Where tables are read: ``"local"``, ``"dask"`` or ``"spark"``. None: a frame of Dask or
        Spark where it lies, anything else here. Scores are the same.
    progress
        Called now and then with the share of the work that is done.
    """
    import numpy as np

    from featureshift.decide import Scale, decide, q_values
    from featureshift.effects import effect_sizes
    from featureshift.engines.reading import read_pair
    from featureshift.methods.evidence import keep_evidence
    from featureshift.methods.registry import make_localizer
    from featureshift.result import Localization, RowsUsed
    from featureshift.rows.facts import look_at_rows
    from featureshift.rows.few import foreign_columns
    from featureshift.tables import part

    started = perf_counter()
    _check_options(threshold, n_shifted, max_rows, seed)
    _check_shares(threshold, n_shifted, error_budget, min_effect)
    _check_labels(labels)
    localizer = make_localizer(method)
    _check_scale(localizer.info, threshold, error_budget)
    pair = read_pair(
        reference,
        query,
        columns=columns,
        ignore=ignore,
        groups=groups,
        time=time,
        sample_rows=localizer.sample_rows,
        bytes_a_cell=localizer.bytes_a_cell,
        max_rows=max_rows,
        strict=strict,
        engine=engine,
        progress=part(progress, 0.0, 0.5),
    )
    pairs, facts = look_at_rows(pair)
    pair, scores = _scored(localizer, pairs, seed, part(progress, 0.5, 1.0))
    values = np.where(pair.inert, 0.0, _checked(scores, pair, localizer.info.name))
    scale = localizer.info.scale
    q = None if scale is Scale.OWN else q_values(values, ~pair.inert, scale)
    if error_budget is not None and q is not None:
        cut = _budget_cut(scores, values, q, error_budget, scale)
    else:
        cut = _cut(scores, threshold, n_shifted)
    decision = decide(values, ~pair.inert, threshold=cut.threshold, n_shifted=n_shifted)
    if facts.too_few_rows and n_shifted is None:
        decision = decision._replace(shifted=foreign_columns(pair))
    effects = effect_sizes(pair, values, decision.shifted, scores.partners)
    shifted, set_aside = _material(decision.shifted, np.fmax(*effects), min_effect)
    evidence = keep_evidence(pair, values, shifted, scores.partners)
    if progress is not None:
        progress(1.0)  # a cut that was not needed leaves its share untold
    return Localization(
        features=pair.features,
        scores=values,
        shifted=shifted,
        threshold=decision.threshold,
        method=localizer.info.name,
        rows_used=RowsUsed(pair.reference.n_rows, pair.query.n_rows),
        seconds=perf_counter() - started,
        notes=pair.notes + facts.notes + scores.notes + cut.notes + set_aside,
        table=facts,
        schema=pair.schema,
        effect_values=effects.values,
        effect_relations=effects.relations,
        q_values=q,
        events=_events(scores, pair, shifted),
        labels=("reference", "query") if labels is None else (labels[0], labels[1]),
        evidence=evidence,
    )


def _scored(
    localizer: Localizer, pairs: Sequence[TablePair], seed: int, progress: Progress | None
) -> tuple[TablePair, Scores]:
    """The pair that looks least shifted, and its scores: it is what can be said for certain."""
    import numpy as np

    from featureshift.tables import part

    steps = [part(progress, k / len(pairs), (k + 1) / len(pairs)) for k in range(len(pairs))]
    found = [
        (pair, localizer._score(pair, np.random.default_rng(seed), step))
        for pair, step in zip(pairs, steps, strict=True)
    ]
    return min(found, key=lambda one: float(np.sum(one[1].values)))


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


def _budget_cut(
    scores: Scores,
    values: NDArray[np.float64],
    q: NDArray[np.float64],
    budget: float,
    scale: Scale,
) -> Cut:
    """The threshold that keeps within an error budget.

    Probabilities are those of a table in which something is shifted: where the method's own
    threshold is not reached, nothing is.
    """
    from featureshift.decide import Scale, budget_threshold
    from featureshift.methods.base import Cut
    from featureshift.tables import Note

    message = (
        f"an error budget is given: of the flags, {budget:.3g} at most are expected to be wrong"
    )
    found = budget_threshold(values, q, budget)
    if scale is Scale.PROBABILITY:
        own = scores.cut().threshold if callable(scores.cut) else scores.cut
        found = found if (values > own).any() else max(found, own)
    return Cut(found, (Note(None, "decision-rule", message),))


def _material(
    shifted: NDArray[np.bool_], effects: NDArray[np.float64], min_effect: float | None
) -> tuple[NDArray[np.bool_], tuple[Note, ...]]:
    """What is flagged of the shifted features, and a note on those that are set aside."""
    from featureshift.tables import Note

    if min_effect is None:
        return shifted, ()
    immaterial = shifted & (effects < min_effect)
    message = (
        f"min_effect is given: {immaterial.sum():,} of {shifted.sum():,} shifted features have an "
        f"effect below {min_effect:g} and are not flagged"
    )
    return shifted & ~immaterial, (Note(None, "min-effect", message),)


def _check_scale(info: MethodInfo, threshold: float | None, error_budget: float | None) -> None:
    """Refuse what the scores of a method cannot give, before anything is read."""
    from featureshift.decide import Scale

    if error_budget is not None and info.scale is Scale.OWN:
        raise OptionError(
            f"{info.name} cannot keep an error budget",
            expected="a method whose scores are probabilities or p-values",
            found=info.scale.value,
            remedy="leave the method out (graphnet can), or give a threshold instead",
        )
    if threshold is not None and info.scale is Scale.PROBABILITY and not 0 <= threshold <= 1:
        raise OptionError(
            "threshold is no probability",
            expected=f"from 0 to 1, as the scores of {info.name} are",
            found=repr(threshold),
        )


def _check_shares(threshold: Any, n_shifted: Any, error_budget: Any, min_effect: Any) -> None:
    if error_budget is not None and (threshold is not None or n_shifted is not None):
        raise OptionError(
            "error_budget excludes threshold and n_shifted",
            expected="at most one of the three",
            remedy="each of them decides alone which features are flagged",
        )
    for name, value in (("error_budget", error_budget), ("min_effect", min_effect)):
        if value is not None and not (_is(Real, value) and 0 <= value <= 1):
            raise OptionError(f"{name} is no share", expected="from 0 to 1", found=repr(value))


def _is(kind: Any, value: Any) -> bool:
    """Whether a value is such a number; True and False are none here."""
    return isinstance(value, kind) and not isinstance(value, bool)


def _check_labels(labels: Any) -> None:
    if labels is None:
        return
    pair = isinstance(labels, tuple | list) and len(labels) == 2
    if not pair or not all(isinstance(label, str) and label for label in labels):
        raise OptionError(
            "labels are no two names",
            expected='two texts, as in labels=("January", "February")',
            found=repr(labels),
        )


def _check_options(threshold: Any, n_shifted: Any, max_rows: Any, seed: Any) -> None:
    if threshold is not None and n_shifted is not None:
        raise OptionError(
            "threshold and n_shifted exclude each other",
            expected="at most one of the two",
            remedy="give n_shifted only where the number of shifted features is known",
        )
    if threshold is not None and not (
        _is(Real, threshold) and abs(threshold) <= sys.float_info.max
    ):
        raise OptionError("threshold is not a finite number", found=repr(threshold))
    for name, value, least in (("n_shifted", n_shifted, 0), ("max_rows", max_rows, 1)):
        if value is not None and not (_is(Integral, value) and int(value) >= least):
            raise OptionError(f"{name} is no count", expected=f"{least} or more", found=repr(value))
    if not (_is(Integral, seed) and int(seed) >= 0):
        raise OptionError("seed is no count", expected="0 or more", found=repr(seed))

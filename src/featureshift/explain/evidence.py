"""The types of an explanation: plain frozen data, no computation, ready for JSON and the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from featureshift.explain.saved import plain, restored

KINDS = ("marginal", "joint", "both", "missingness", "schema", "population", "unclear")
"""What changed: the column's own distribution, its relations, both, which cells are missing, its
type; which rows the table holds, and the column only with them; or a change whose nature the kept
rows do not show."""

CONFIDENCES = ("high", "medium", "low")
UNITS = ("number", "count", "instant", "duration", "time of day")


@dataclass(frozen=True)
class Change:
    """One number that changed."""

    name: str
    """In words: "mean", "standard deviation", "95th percentile", "share of 'red'", ..."""
    reference: float
    query: float
    share: bool = False
    """Whether both are shares from 0 to 1, to be shown in percent."""
    unit: str = "number"
    """One of ``UNITS``: dates and times are held in seconds."""


@dataclass(frozen=True)
class Partner:
    """Another column, and how its relation to the shifted one changed."""

    feature: str
    measure: str
    """"correlation" or "association" (for categorical columns; from 0 to 1)."""
    reference: float
    query: float


@dataclass(frozen=True)
class Diagnosis:
    """What may have happened."""

    code: str
    """A name out of ``explain.diagnoses.DIAGNOSES``, "population", "constant", "moved-together"
    or "unclear"."""
    words: str
    """One sentence with the numbers that support it: "values are multiplied by 2.54"."""
    confidence: str
    """One of ``CONFIDENCES``."""
    numbers: Mapping[str, float] = field(default_factory=dict)
    """What was estimated, by name: {"factor": 2.54}."""
    renames: Mapping[str, str] = field(default_factory=dict)
    """Name before -> name after: of categories, or of columns that were exchanged."""


@dataclass(frozen=True)
class Chart:
    """Both distributions of a column on one axis: a histogram, or shares of categories."""

    categorical: bool
    labels: tuple[str, ...]
    """Of categories; empty for numbers."""
    edges: tuple[float, ...]
    """Of cells, one more than shares; empty for categories."""
    reference: tuple[float, ...]
    """Shares of the present values in each cell or category."""
    query: tuple[float, ...]
    missing_reference: float
    """Share of missing cells."""
    missing_query: float


NO_CHART = Chart(False, (), (), (), (), 0.0, 0.0)
"""Of a column that cannot be drawn."""


@dataclass(frozen=True)
class Points:
    """A few rows of two columns; a category is its position among the labels."""

    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True)
class PairView:
    """A relation before and after: the shifted column (y) against a partner (x)."""

    partner: str
    reference: Points
    query: Points
    x_labels: tuple[str, ...] = ()
    """Categories of the partner; empty if it is a number."""
    y_labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Where:
    """The rows of the query to which a change is confined."""

    words: str
    """"only where region = 'w' (10% of the rows)"."""
    column: str | None
    """On whose values the condition is; None if it is on the order of the rows."""
    op: str
    """"=", "in", ">", "<=" or "rows"."""
    values: tuple[str | float | bool, ...]
    """A value or several; of "rows", the first and the last one, counted from 1."""
    share: float
    """Of the query's rows."""


@dataclass(frozen=True)
class Driver:
    """A column along which the query holds other shares of rows than the reference."""

    feature: str
    words: str
    """Which rows are more or fewer: "more rows with age < 30: 18% -> 41%"."""


@dataclass(frozen=True)
class Population:
    """The query holds other rows than the reference, and that is what changed its columns."""

    words: str
    """All of it in a sentence or two."""
    drivers: tuple[Driver, ...]
    """Most telling first; given these the explained columns are as before. None where the tables
    hold different populations and no few columns say how these differ."""
    share: float
    """Of the change of the other columns, what the drivers explain, from 0 to 1."""
    explained: tuple[str, ...]
    """Shifted columns that follow from the drivers."""
    not_explained: tuple[str, ...]
    """Shifted columns that changed beyond that."""
    confidence: str = "high"
    """One of ``CONFIDENCES``."""
    different: bool = False
    """Whether most columns differ beyond what drivers explain: different populations."""


@dataclass(frozen=True)
class ColumnExplanation:
    """All that is known about one shifted column."""

    feature: str
    score: float
    kind: str
    """One of ``KINDS``."""
    passenger_of: tuple[str, ...]
    """Culprits that this column merely follows; empty for a culprit."""
    changes: tuple[Change, ...]
    """Most telling first."""
    partners: tuple[Partner, ...]
    """Relations that changed most, first."""
    diagnoses: tuple[Diagnosis, ...]
    """Most likely first; at least one, which may be "unclear"."""
    chart: Chart
    pair_view: PairView | None
    """For a column whose relations broke."""
    moved_with: tuple[str, ...] = ()
    """The other columns of its event."""
    where: Where | None = None
    """Of a column that changed in some rows only: these. Kind and diagnoses are about them."""
    decimals: int | None = None
    """Digits after the point that numbers of the reference have at most; None for many."""

    @property
    def what_happened(self) -> str:
        """The likeliest diagnosis, and in which rows; of a passenger, whom it follows."""
        if self.passenger_of:
            return f"follows {', '.join(self.passenger_of)}: a passenger, not a culprit"
        words = self.diagnoses[0].words
        return words if self.where is None else f"{words}, {self.where.words}"

    @property
    def together(self) -> tuple[str, ...]:
        """The columns that this explanation holds for: the whole event, or one alone."""
        return (self.feature, *self.moved_with)


@dataclass(frozen=True)
class Explanation:
    """Of all shifted columns, most certain first."""

    columns: tuple[ColumnExplanation, ...]
    rows_reference: int
    """Rows the evidence was computed from."""
    rows_query: int
    not_explained: tuple[str, ...] = ()
    """Shifted columns beyond the number that is explained in detail."""
    retyped: Mapping[str, Diagnosis] = field(default_factory=dict)
    """Columns that could not be compared since their type changed, by name."""
    population: Population | None = None
    """What is true of the rows of the query as a whole, where that explains columns."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON; :meth:`from_dict` is the inverse."""
        values: dict[str, Any] = plain(asdict(self))
        return values

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Explanation:
        found: Explanation = restored(cls, data)
        return found

    def __str__(self) -> str:
        """A page of plain lines."""
        from featureshift.report import explanation_text

        return explanation_text(self)

"""Categories under new names get their old ones back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

import narwhals as nw

from featureshift.explain import ColumnExplanation, Explanation
from featureshift.explain.words import quoted as listed
from featureshift.repair.step import CannotRepairError, CellStep, Dialect, Series, quoted

TEXTS = (nw.String, nw.Categorical, nw.Enum, nw.Object)


@dataclass(frozen=True)
class Respell(CellStep):
    names: tuple[tuple[str, str], ...]
    """Pairs (as written in the query, as written in the reference)."""

    @property
    def words(self) -> str:
        if len(self.names) == 1:
            return f"'{self.names[0][0]}' written '{self.names[0][1]}' again"
        return f"{listed([after for after, _ in self.names])} get their old names back"

    def cells(self, values: Series) -> Series:
        if not isinstance(values.dtype, TEXTS):
            raise CannotRepairError(f"the column holds no texts but {values.dtype}")
        found = texts = values.cast(nw.String)
        for after, before in self.names:
            held = texts == after
            frame = found.alias("found").to_frame().with_columns(held.alias("held"))
            chosen = nw.when(nw.col("held")).then(nw.lit(before)).otherwise(nw.col("found"))
            found = frame.select(chosen.alias("found"))["found"]
        return _typed_as(values, found)

    def expression(self, own: str, dialect: Dialect) -> str:  # noqa: ARG002
        pairs = ", ".join(f"{quoted(after)}: {quoted(before)}" for after, before in self.names)
        return f"{own}.replace({{{pairs}}})"


def _typed_as(values: Series, texts: Series) -> Series:
    """Categories stay categories; texts that pandas holds as objects stay objects."""
    if values.dtype in (nw.Categorical, nw.Enum):
        return texts.cast(nw.Categorical())
    native = values.to_native()
    if values.implementation.is_pandas_like() and native.dtype == object:
        return nw.from_native(texts.to_native().astype(object), series_only=True)
    return texts


def _spelled_alike(renames: Mapping[str, str]) -> bool:
    """Whether no name is written more like the new name of another one; exchanges aside."""
    if set(renames) == set(renames.values()):
        return True
    return all(
        _likeness(before, after) >= max(_likeness(before, other) for other in renames.values())
        for before, after in renames.items()
    )


def _likeness(first: str, second: str) -> float:
    return SequenceMatcher(None, first.casefold(), second.casefold()).ratio()


def from_renamed(column: ColumnExplanation, _: Explanation) -> Respell | str:
    renames = column.diagnoses[0].renames
    if not renames:
        return "the old names are not known"
    if len(set(renames.values())) < len(renames):
        return "two categories were put into one"
    if not _spelled_alike(renames):
        return "spelling speaks for other pairs of names than frequency does"
    return Respell(column.feature, tuple((after, before) for before, after in renames.items()))

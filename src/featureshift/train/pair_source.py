"""One labeled pair: sizes of all kinds, equal halves or not, T shifts, our own, faults.

Shares that are 0 cost no random number: a configuration without them draws what it drew before
they were known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from featureshift.corpus import TRAINING_SIMULATORS
from featureshift.corpus.copula import copula
from featureshift.corpus.kinds import TABLE_KINDS, KindTable
from featureshift.corpus.rare_binary import rare_binary
from featureshift.corpus.training.tables import FolderTables
from featureshift.errors import UnknownNameError
from featureshift.simulate import (
    FAULTS,
    MANIPULATIONS,
    OWN,
    TRAINING,
    LabeledPair,
    Scene,
    normalize,
)
from featureshift.simulate.aim import draw_aimed
from featureshift.simulate.degenerate import with_degenerate_columns
from featureshift.simulate.draw import draw_manipulation, draw_size, manipulated
from featureshift.simulate.holes import with_holes
from featureshift.simulate.pairs import binary_columns
from featureshift.train.corpus import simulated, source_weights
from featureshift.train.settings import CorpusConfig, require

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
SEVERAL = "several"
"""The name of two manipulations of one pair."""


@dataclass(frozen=True)
class PairConfig:
    """One labeled pair."""

    features: tuple[int, int] = (6, 300)
    """Fewest and most columns; drawn log-uniformly."""
    wide_features: tuple[int, int] = (200, 1000)
    """The same for wide tables."""
    wide: float = 0.08
    """Share of wide tables."""
    rows: tuple[int, int] = (120, 24_000)
    """Fewest and most rows of both tables together; drawn log-uniformly."""
    max_cells: int = 1_200_000
    """Bound on rows x features of both tables together."""
    fewest_rows: int = 30
    """Of either table."""
    equal_halves: float = 0.6
    """Share of pairs with as many rows in both tables."""
    most_unequal: float = 300.0
    """Rows of the longer table for each of the shorter one, at most; drawn log-uniformly."""
    unshifted: float = 0.27
    """Share of pairs without any shift."""
    own: float = 0.5
    """Share of shifted pairs whose shift is one of ours, the others T1 to T8."""
    emphasis: Mapping[str, float] = field(default_factory=dict)
    """Manipulations drawn so many times as often as others."""
    several: float = 0.15
    """Share of shifted pairs in which a second manipulation acts on other columns."""
    max_share: float = 0.3
    """Largest share of manipulated columns."""
    large: float = 0.15
    """Share of shifted pairs with more of them."""
    large_share: float = 0.8
    """Their largest share."""
    shared_rows: float = 0.07
    """Share of pairs whose query is made of rows of the reference, all or some."""
    holes: float = 0.15
    """Share of pairs in which cells of both tables are missing at random."""
    degenerate: float = 0.15
    """Share of pairs in which some columns become constant, nearly so, or copies of others."""
    binary_as_categorical: float = 0.5
    """Share of pairs in which numeric columns of two values count as categorical."""
    categorical_as_numbers: float = 0.2
    """Share of pairs in which nobody knows that columns are categorical."""
    rare_binary: float = 0.08
    """Share of tables of rare binary columns, which the corpus hardly has."""
    copula: float = 0.0
    """Share of simulated tables of mixed columns, related or not."""
    kinds: Mapping[str, float] = field(default_factory=dict)
    """Shares of the kinds of tables in ``TABLE_KINDS``."""
    few: float = 0.0
    """Share of pairs with few rows in one table."""
    few_rows: tuple[int, int] = (10, 100)
    """How few; drawn log-uniformly."""
    few_ratio: float = 1000.0
    """Rows of the other table for each of them, at most; drawn log-uniformly."""
    faults: float = 0.0
    """Share of shifted pairs whose shift is one of ``FAULTS``."""

    def __post_init__(self) -> None:
        for name in self.kinds:
            if name not in TABLE_KINDS:
                raise UnknownNameError("kind of table", name, list(TABLE_KINDS))
        for name in self.emphasis:
            if name not in (*TRAINING, *OWN, *FAULTS):
                raise UnknownNameError("training shift", name, (*TRAINING, *OWN, *FAULTS))
        total = sum(self.kinds.values())
        require(min(self.kinds.values(), default=0.0) >= 0, "kinds", dict(self.kinds))
        require(total <= 1 + 1e-9, "kinds", total, "shares that add up to 1 at most")


@dataclass(frozen=True)
class PairSource:
    """Draws labeled pairs from tables of a folder and from the simulators."""

    tables: FolderTables | None
    """None: simulated tables only."""
    corpus: CorpusConfig
    config: PairConfig

    def draw(self, rng: np.random.Generator) -> LabeledPair:
        config = self.config
        n_features, n_rows = self._size(rng)
        fewest = None
        if config.few and rng.random() < config.few:
            fewest, n_rows = self._few_rows(n_features, rng)
        table = self._table(n_rows, n_features, rng)
        values, categorical = table.values, table.categorical
        if rng.random() < config.degenerate:
            values = with_degenerate_columns(values, rng)
        if rng.random() < config.holes:
            values = with_holes(values, rng)
        values = normalize(values)
        if rng.random() < config.binary_as_categorical:
            categorical = categorical | binary_columns(values)
        reference, query = self._tables(values, fewest, rng)
        scene = Scene(reference, query, np.empty(0, np.intp), categorical)
        shifted = rng.random() >= config.unshifted
        if shifted:
            pair = self._shifted(scene, table.derived, rng)
        else:
            pair = manipulated(scene, None, rng)
        if rng.random() < config.categorical_as_numbers:
            pair = replace(pair, categorical=np.zeros_like(categorical))
        return pair

    def _size(self, rng: np.random.Generator) -> tuple[int, int]:
        config = self.config
        wide = rng.random() < config.wide
        n_features = draw_size(*(config.wide_features if wide else config.features), rng)
        n_rows = draw_size(*config.rows, rng)
        return n_features, max(config.rows[0], min(n_rows, config.max_cells // n_features))

    def _few_rows(self, n_features: int, rng: np.random.Generator) -> tuple[int, int]:
        """Rows of the shorter table, and of both together."""
        config = self.config
        shorter = draw_size(*config.few_rows, rng)
        ratio = float(np.exp(rng.uniform(0, np.log(config.few_ratio))))
        most = max(2 * shorter, config.max_cells // n_features)
        return shorter, min(round(shorter * (1 + ratio)), most)

    def _table(self, n_rows: int, n_features: int, rng: np.random.Generator) -> KindTable:
        """Rows and columns in random order; a table smaller than asked for gives all it has."""
        kind = self._kind(rng)
        if kind is not None:
            return TABLE_KINDS[kind](n_rows, n_features, rng)
        values, categorical = self._known_table(n_rows, n_features, rng)
        return KindTable(values, categorical, np.zeros_like(categorical))

    def _kind(self, rng: np.random.Generator) -> str | None:
        """One of ``TABLE_KINDS``, or None: the corpus, or one of the other simulators."""
        if not any(self.config.kinds.values()):
            return None
        place = rng.random()
        for name, share in self.config.kinds.items():
            place -= share
            if place < 0:
                return name
        return None

    def _known_table(
        self, n_rows: int, n_features: int, rng: np.random.Generator
    ) -> tuple[Floats, Flags]:
        if self.config.copula and rng.random() < self.config.copula:
            dataset = copula(n_rows, n_features, rng)
            return dataset.values, dataset.categorical
        if rng.random() < self.config.rare_binary:
            return rare_binary(n_rows, n_features, rng), np.ones(n_features, np.bool_)
        weights = source_weights(self.corpus, has_tables=self.tables is not None)
        source = str(rng.choice(list(weights), p=list(weights.values())))
        if self.tables is None or source in TRAINING_SIMULATORS:
            dataset = simulated(source, n_rows, n_features, self.corpus, rng)
        else:
            # Few tables are as large as the largest pairs: half the size will do.
            least = max(2 * self.config.fewest_rows, n_rows // 4), n_features // 2
            names = self.tables.fitting(*least) or list(self.tables.names)
            dataset = self.tables.load(names[int(rng.integers(len(names)))])
        rows = rng.permutation(dataset.n_rows)[:n_rows]
        columns = rng.permutation(dataset.n_features)[:n_features]
        return dataset.values[np.ix_(rows, columns)], dataset.categorical[columns]

    def _tables(
        self, values: Floats, fewest: int | None, rng: np.random.Generator
    ) -> tuple[Floats, Floats]:
        """Reference and query, of other rows or of the same; one of ``fewest`` rows, if given."""
        if fewest is not None:
            shorter = min(fewest, len(values) // 2)
            cut = shorter if rng.random() < 0.5 else len(values) - shorter
            return values[:cut], values[cut:]
        if rng.random() < self.config.shared_rows:
            share = 1.0 if rng.random() < 0.5 else rng.uniform(0.3, 1.0)
            return values, values[rng.permutation(len(values))[: max(2, int(share * len(values)))]]
        cut = self._cut(len(values), rng)
        return values[:cut], values[cut:]

    def _cut(self, n_rows: int, rng: np.random.Generator) -> int:
        """Rows of the reference."""
        if rng.random() < self.config.equal_halves:
            return n_rows // 2
        ratio = float(np.exp(rng.uniform(0, np.log(self.config.most_unequal))))
        fewest = min(self.config.fewest_rows, n_rows // 2)
        shorter = max(fewest, round(n_rows / (1 + ratio)))
        return shorter if rng.random() < 0.5 else n_rows - shorter

    def _shifted(self, scene: Scene, derived: Flags, rng: np.random.Generator) -> LabeledPair:
        pair = self._once(scene, derived, rng)
        if not pair.changed.any() or rng.random() >= self.config.several:
            return pair
        again = replace(scene, query=pair.query)
        second = self._once(again, derived, rng, untouched=~pair.shifted)
        if not second.changed.any():
            return pair
        return replace(
            second,
            shifted=pair.shifted | second.shifted,
            changed=pair.changed | second.changed,
            manipulation=SEVERAL,
        )

    def _once(
        self,
        scene: Scene,
        derived: Flags,
        rng: np.random.Generator,
        untouched: Flags | None = None,
    ) -> LabeledPair:
        """One manipulation of some of the ``untouched`` columns; None: of any."""
        config = self.config
        names = self._list(derived, rng)
        weights = {name: config.emphasis.get(name, 1.0) for name in names}
        manipulation = draw_manipulation(weights, scene.categorical, rng)
        if manipulation is None:
            return manipulated(scene, None, rng)
        share = config.large_share if rng.random() < config.large else config.max_share
        chosen = draw_aimed(manipulation, scene, derived, share, rng)
        if untouched is not None:
            chosen = chosen[untouched[chosen]]
        if not len(chosen):
            return manipulated(scene, None, rng)
        return manipulated(replace(scene, chosen=chosen), manipulation, rng)

    def _list(self, derived: Flags, rng: np.random.Generator) -> tuple[str, ...]:
        """The list that a manipulation is drawn from."""
        config = self.config
        if config.faults and rng.random() < config.faults:
            aims = {"any", "related"} | ({"derived"} if derived.any() else set())
            return tuple(name for name in FAULTS if MANIPULATIONS[name].aim in aims)
        return OWN if rng.random() < config.own else TRAINING

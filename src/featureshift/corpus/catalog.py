"""The data sets of the paper's benchmark by name, and how each is had."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from featureshift.corpus.dataset import Dataset
from featureshift.corpus.folder import Folder
from featureshift.corpus.functions import cosine, polynomial
from featureshift.corpus.openml import load_openml
from featureshift.corpus.uci import load_gas, load_uci
from featureshift.errors import AbsentDataError, UnknownNameError, UnreadableTableError

SEED = 2024
"""Of the generated tables, and of the rows drawn where the paper used a part."""

_DROP_SCENE = ("Beach", "Sunset", "FallFoliage", "Field", "Mountain")
"""Five of its six labels; the sixth, Urban, is the default target."""


@dataclass(frozen=True)
class CatalogEntry:
    """A data set of the benchmark, in the paper's shape."""

    name: str
    n_rows: int
    n_features: int
    categorical: bool
    origin: str
    """In words: where it comes from, or why it cannot be fetched."""
    generate: Callable[[], Dataset] | None = None
    download: Callable[[], Dataset] | None = None


def find_dataset(name: str, *, folder: Folder | None = None, online: bool = False) -> Dataset:
    """The data set of that name, for evaluation only.

    A table of ``folder`` wins, whether or not the catalog knows its name, and whatever its shape;
    generated tables are always there and always the same; the network is used only if ``online``,
    and what comes must have the paper's shape.
    """
    if folder is not None and name in folder.entries:
        return _for_evaluation(folder.load(name))
    if name not in CATALOG:
        known = {*CATALOG, *(folder.names() if folder is not None else ())}
        raise UnknownNameError("data set", name, known)
    entry = CATALOG[name]
    if entry.generate is not None:
        return _for_evaluation(entry.generate())
    if entry.download is not None and online:
        return _for_evaluation(_as_in_the_paper(entry.download(), entry))
    raise _absent(entry, folder)


def is_available(name: str, *, folder: Folder | None = None, online: bool = False) -> bool:
    """Whether ``find_dataset`` would try: the network may still fail. False for unknown names.

    >>> is_available("cosine"), is_available("mnist"), is_available("mnist", online=True)
    (True, False, True)
    """
    if folder is not None and name in folder.entries:
        return True
    entry = CATALOG.get(name)
    return entry is not None and (
        entry.generate is not None or (online and entry.download is not None)
    )


def _for_evaluation(dataset: Dataset) -> Dataset:
    return replace(dataset, provenance=replace(dataset.provenance, evaluation_only=True))


def _as_in_the_paper(dataset: Dataset, entry: CatalogEntry) -> Dataset:
    if dataset.values.shape != (entry.n_rows, entry.n_features):
        raise UnreadableTableError(
            f"the {entry.name} of {entry.origin} is not the paper's table",
            expected=f"{entry.n_rows:,} rows and {entry.n_features:,} features",
            found=f"{dataset.n_rows:,} rows and {dataset.n_features:,} features",
            remedy="it changed at its source: use a local folder",
        )
    return replace(dataset, categorical=np.full(entry.n_features, entry.categorical))


def _absent(entry: CatalogEntry, folder: Folder | None) -> AbsentDataError:
    place = "no folder was given" if folder is None else f"it is not in {folder.path}"
    here = f"a folder whose manifest has a table {entry.name!r}"
    return AbsentDataError(
        f"data set {entry.name!r} is not at hand",
        expected=f"{entry.n_rows:,} rows and {entry.n_features:,} features: {entry.origin}",
        found=place if entry.download is None else f"{place}, and the network was not asked",
        remedy=f"give {here}" if entry.download is None else f"allow online=True, or give {here}",
    )


def _some_rows(load: Callable[[], Dataset], n_rows: int) -> Dataset:
    """Rows drawn with a fixed seed, in their order: the paper does not say which it took."""
    dataset = load()
    n_rows = min(n_rows, dataset.n_rows)
    rows = np.random.default_rng(SEED).choice(dataset.n_rows, n_rows, replace=False)
    return replace(dataset, values=dataset.values[np.sort(rows)])


def _generated(
    simulator: Callable[[int, int, np.random.Generator], Dataset], name: str
) -> CatalogEntry:
    def generate() -> Dataset:
        return simulator(10_000, 1_000, np.random.default_rng(SEED))

    return CatalogEntry(name, 10_000, 1_000, False, "generated", generate=generate)


def _from_openml(
    name: str, n_rows: int, n_features: int, data_id: int, drop: tuple[str, ...] = ()
) -> CatalogEntry:
    load = partial(load_openml, data_id, name, drop=drop)
    return CatalogEntry(name, n_rows, n_features, False, f"OpenML {data_id}", download=load)


def _from_uci(
    name: str, n_rows: int, n_features: int, data_id: int, drop: tuple[str, ...]
) -> CatalogEntry:
    load = partial(load_uci, data_id, name, drop=drop)
    return CatalogEntry(name, n_rows, n_features, False, f"UCI {data_id}", download=load)


CATALOG: dict[str, CatalogEntry] = {
    entry.name: entry
    for entry in (
        CatalogEntry("gas", 12_815, 8, False, "UCI 362", download=load_gas),
        CatalogEntry("covid", 9_889, 10, False, "deaths by US state, interpolated by the authors"),
        _from_uci("energy", 19_735, 26, 374, ("date", "rv1", "rv2")),
        _from_uci("musk2", 6_598, 166, 75, ("molecule_name", "conformation_name", "class")),
        _from_openml("scene", 2_407, 294, 312, _DROP_SCENE),
        _from_openml("mnist", 70_000, 784, 554),
        _generated(polynomial, "polynomial"),
        _generated(cosine, "cosine"),
        _from_openml("dilbert", 10_000, 2_000, 41163),
        CatalogEntry("phenotypes", 31_424, 1_227, True, "UK Biobank, on application only"),
        CatalogEntry("founders", 4_144, 10_000, True, "human DNA sequences, of the authors"),
        CatalogEntry("canine", 1_444, 198_473, True, "dog DNA sequences, of the authors"),
        CatalogEntry(
            "cifar10",
            10_000,
            3_072,
            False,
            "OpenML 40927",
            download=lambda: _some_rows(partial(load_openml, 40927, "cifar10"), 10_000),
        ),
        CatalogEntry("coil100", 7_200, 49_152, False, "images of Columbia University"),
    )
}
"""The paper's twelve, then the two of its extended evaluation."""

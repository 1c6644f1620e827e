"""Tables of OpenML through its ``openml`` package, which keeps what it fetched in its cache."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from featureshift.corpus.cleaning import MIN_FEATURES, MIN_ROWS
from featureshift.corpus.codes import Coded, code_table
from featureshift.corpus.dataset import Dataset, Provenance
from featureshift.errors import AbsentDataError, MissingExtraError, UnknownNameError

BENCHMARK_IDS = frozenset({312, 554, 1116, 40926, 40927, 41143, 41163})
"""scene, mnist_784, musk (version 2), CIFAR_10_small, CIFAR_10, jasmine, dilbert."""

BENCHMARK_NAMES = re.compile(
    r"mnist.*|cifar.?10(?!\d).*|coil.?(20|100)(?!\d).*|musk.*|scene.*|dilbert.*|jasmine.*|w8a.*"
    r"|.*appliances.?energy.*|energydata.*|.*covid.*|.*ht.?sensor.*|.*home.?activity.?monitoring.*"
)
"""Lower-case names under which a table of the benchmark, or a version of one, is found."""


@dataclass(frozen=True)
class Candidate:
    """A listed table of OpenML; its sizes are the server's and count the target too."""

    data_id: int
    name: str
    n_rows: int
    n_features: int


def overlaps_benchmark(data_id: int, name: str) -> bool:
    """Whether a table of OpenML is one to evaluate on, or may be: errs on the side of True.

    >>> overlaps_benchmark(554, "anything"), overlaps_benchmark(1, "CIFAR_10_small")
    (True, True)
    >>> overlaps_benchmark(40996, "Fashion-MNIST"), overlaps_benchmark(298, "coil2000")
    (False, False)
    """
    return data_id in BENCHMARK_IDS or BENCHMARK_NAMES.fullmatch(name.lower()) is not None


def load_openml(data_id: int, name: str, *, drop: Collection[str] = ()) -> Dataset:
    """The features of table ``data_id``, called ``name`` here.

    Left out are the default target (the benchmark is of features alone), what the server marks as
    row id or to be ignored, and the columns of ``drop``. A table that overlaps the benchmark is
    marked ``evaluation_only``. Needs the network unless the package has the table in its cache.
    """
    description, frame, categorical = _fetched(data_id)
    columns = [str(column) for column in frame.columns]
    unknown = set(drop) - set(columns)
    if unknown:
        raise UnknownNameError(f"column of OpenML table {data_id}", min(unknown), columns)
    left_out = {*(description.default_target_attribute or "").split(","), *drop}
    kept = [j for j, column in enumerate(columns) if column not in left_out]
    coded = _coded(frame.iloc[:, kept], [bool(categorical[j]) for j in kept])
    provenance = Provenance(
        f"https://www.openml.org/d/{data_id}",
        description.licence or "unknown",
        evaluation_only=overlaps_benchmark(data_id, description.name),
    )
    return Dataset(name, coded.values, coded.categorical, provenance)


def _fetched(data_id: int) -> tuple[Any, Any, list[bool]]:
    """The package's description of a table, its data frame, and which columns are nominal."""
    get_dataset = _package().datasets.get_dataset
    # The package raises bare exceptions too: of its server, of requests, of its parsers.
    try:
        description = get_dataset(
            data_id, download_data=True, download_qualities=False, download_features_meta_data=False
        )
        # Pickles in its cache are not to be loaded: so the package reads the table itself.
        description.data_pickle_file = None
        frame, _, categorical, _ = description.get_data()
    except Exception as error:
        raise _unreachable(f"table {data_id} of OpenML", error) from error
    return description, frame, categorical


def list_candidates() -> list[Candidate]:
    """Active tables large enough for the training corpus that do not overlap the benchmark.

    By the sizes the server tells; ``cleaning.clean`` has the last word.
    """
    listing = _package().datasets.list_datasets
    # The argument is gone in versions that return nothing else.
    frame_please = "output_format" in inspect.signature(listing).parameters
    try:
        frame = listing(status="active", **({"output_format": "dataframe"} if frame_please else {}))
    except Exception as error:
        raise _unreachable("the list of OpenML's tables", error) from error
    enough = (frame["NumberOfInstances"] >= MIN_ROWS) & (frame["NumberOfFeatures"] >= MIN_FEATURES)
    tabular = frame["format"].str.lower().isin(["arff", "sparse_arff"])
    columns = ["did", "name", "NumberOfInstances", "NumberOfFeatures"]
    candidates = [
        Candidate(int(data_id), str(name), int(n_rows), int(n_features))
        for data_id, name, n_rows, n_features in frame.loc[enough & tabular, columns].to_numpy()
    ]
    return [each for each in candidates if not overlaps_benchmark(each.data_id, each.name)]


def _coded(frame: Any, categorical: list[bool]) -> Coded:
    import pyarrow as pa

    columns = [pa.array(_plain(frame.iloc[:, j])) for j in range(frame.shape[1])]
    names = [str(j) for j in range(len(columns))]
    return code_table(pa.Table.from_arrays(columns, names=names), categorical)


def _plain(column: Any) -> Any:
    """A column of a data frame as Arrow takes it: not sparse, not of mixed types."""
    import pandas as pd

    if isinstance(column.dtype, pd.SparseDtype):
        return column.sparse.to_dense()
    return column.map(str, na_action="ignore") if column.dtype == object else column


def _package() -> Any:
    try:
        import openml
    except ImportError as error:
        raise MissingExtraError("reading from OpenML", "train") from error
    return openml


def _unreachable(what: str, error: Exception) -> AbsentDataError:
    return AbsentDataError(
        f"{what} cannot be had",
        found=f"{type(error).__name__}: {error}",
        remedy="check the network and the id at https://www.openml.org, or use a local folder",
    )

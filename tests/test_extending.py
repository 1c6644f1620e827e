"""CONTRIBUTING says: one class and one line in a registry. Here each kind of addition is made so.

A toy's file is laid where CONTRIBUTING puts it, by adding a directory to the package's path.
Methods of other packages: ``tests/methods/test_plugins.py``.
"""

import pickle
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.cli import main
from featureshift.engines.engine import Engine
from featureshift.engines.pieces import in_tree, merge_packed, read_partition
from featureshift.engines.registry import ENGINES
from featureshift.engines.wire import packed, unpacked
from featureshift.errors import UnsupportedTableError
from featureshift.explain.case import Case
from featureshift.explain.diagnoses import DIAGNOSES
from featureshift.explain.proposals import Proposal
from featureshift.methods.measures import MEASURES, StatisticalMeasures, check_functional
from featureshift.methods.measures.marginal import Measure
from featureshift.methods.measures.moments import CentralMoments
from featureshift.methods.registry import METHODS
from featureshift.report.write import FORMATS, Format
from featureshift.simulate import MANIPULATIONS, Manipulation, check_manipulation, make_pair
from featureshift.tables import sources
from featureshift.tables.files import formats

METHOD = """
from typing import ClassVar

import numpy as np

from featureshift import Localizer, MethodInfo, Scores


class Toy(Localizer):
    info: ClassVar[MethodInfo] = MethodInfo(
        name="toy",
        summary="distance of the means",
        paper="nobody, 2026",
        finds_joint_shifts=False,
        needs_n_shifted=False,
        cost="lowest",
    )

    def __init__(self, *, power: float = 1.0) -> None:
        self.power = power

    def _score(self, pair, rng, progress):
        means = [np.nanmean(side.rows_in_order(), axis=0) for side in (pair.reference, pair.query)]
        return Scores(np.abs(means[0] - means[1]) ** self.power, 0.5)
"""
RENDERER = """
def render_toy(data):
    return f"TOY {data.verdict}: " + ", ".join(column.feature for column in data.explained)
"""


@pytest.fixture
def tables(rng):
    reference = {f"c{j}": rng.normal(size=400) for j in range(4)}
    query = {f"c{j}": rng.normal(size=400) for j in range(4)}
    return pa.table(reference), pa.table(query | {"c1": query["c1"] + 3})


@pytest.fixture
def paths(tables, tmp_path):
    for name, table in zip(("reference", "query"), tables, strict=True):
        pa.csv.write_csv(table, tmp_path / f"{name}.csv")
    return str(tmp_path / "reference.csv"), str(tmp_path / "query.csv")


@pytest.fixture
def lay_file(tmp_path, monkeypatch):
    """Put a module into a package of ours without touching its directory."""
    laid = []

    def lay(package, name, text):
        directory = tmp_path / package
        directory.mkdir()
        (directory / f"{name}.py").write_text(text)
        monkeypatch.setattr(sys.modules[package], "__path__", [*_path(package), str(directory)])
        laid.append(f"{package}.{name}")

    yield lay
    for module in laid:
        sys.modules.pop(module, None)


def _path(package):
    return list(sys.modules[package].__path__)


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


@pytest.fixture
def toy_method(lay_file, monkeypatch):
    lay_file("featureshift.methods", "toy", METHOD)
    monkeypatch.setitem(METHODS, "toy", "toy:Toy")
    yield
    vars(fs).pop("Toy", None)


@pytest.mark.usefixtures("toy_method")
def test_a_method(tables, paths, rng, capsys, tmp_path):
    assert fs.methods()["toy"] is fs.Toy
    assert "Toy" in dir(fs)
    fs.check_localizer(fs.Toy(), rng)
    result = fs.localize(*tables, method="toy")
    assert (result.method, result.shifted_features) == ("toy", ("c1",))
    assert [column.feature for column in result.explain().columns] == ["c1"]
    page = result.report(tmp_path / "out.html").read_text()
    assert "toy: distance of the means; finds marginal shifts only (nobody, 2026)" in page
    assert "nobody, 2026" in run(capsys, "methods")[1]
    code, out, _ = run(capsys, "locate", *paths, "--method", "toy", "--fail-on-shift")
    assert code == 1
    assert "1 of 4 columns shifted" in out


@pytest.mark.usefixtures("toy_method")
def test_the_benchmark_knows_the_method():
    from featureshift.bench.cell import localizer_named

    assert localizer_named("toy").info.name == "toy"


class FarFromHalf(Measure):
    name = "far_from_half"

    @property
    def reads(self):
        return (CentralMoments(2),)

    def result(self, states):
        return np.abs(states[0].expectation - 0.5)[None, :]


def test_a_measure(tables, rng, monkeypatch):
    monkeypatch.setitem(MEASURES, "far_from_half", FarFromHalf)
    values = rng.random((80, 5)).astype(np.float32)
    check_functional(StatisticalMeasures(("far_from_half", "mean")), values, rng)
    method = fs.SMThreshold(measures=["far_from_half"])
    assert method.localize(*tables, n_shifted=1).shifted_features == ("c1",)


@dataclass(frozen=True)
class UpsideDown(Manipulation):
    def _replace(self, scene, rng):
        return 1 - scene.chosen_query


def test_a_manipulation(rng, monkeypatch):
    monkeypatch.setitem(MANIPULATIONS, "upside-down", UpsideDown("upside-down"))
    check_manipulation(MANIPULATIONS["upside-down"], rng)
    pair = make_pair(rng.beta(1, 5, size=(1000, 8)), None, "upside-down", 0.25, rng)
    found = fs.localize(pair.reference, pair.query).shifted
    np.testing.assert_array_equal(found, pair.shifted)


class Ledger:
    """An object of somebody else's making."""

    def __init__(self, columns):
        self.columns_by_name = columns


def test_a_source_of_objects(tables, monkeypatch):
    ledgers = [Ledger(table.to_pydict()) for table in tables]
    with pytest.raises(UnsupportedTableError, match="this object is no table"):
        fs.localize(*ledgers)
    source = sources.Source(
        lambda found: isinstance(found, Ledger),
        lambda found, _: sources.as_table(found.columns_by_name),
    )
    monkeypatch.setitem(sources.SOURCES, "ledger", source)
    assert (
        fs.localize(*ledgers).to_dict()["features"] == (fs.localize(*tables).to_dict()["features"])
    )


def open_lines(file, options):
    """``name: value value value``, a line for each column."""
    with file.open() as stream:
        lines = [line.split(": ") for line in stream.read().decode().splitlines()]
    return sources.as_table({name: [*map(float, values.split())] for name, values in lines})


def test_a_source_of_files(tables, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(formats.FORMATS, ".lines", open_lines)
    places = tmp_path / "reference.lines", tmp_path / "query.lines"
    for place, table in zip(places, tables, strict=True):
        lines = [f"{name}: {' '.join(map(repr, v))}" for name, v in table.to_pydict().items()]
        place.write_text("\n".join(lines))
    code, out, _ = run(capsys, "locate", *places, "--fail-on-shift")
    assert code == 1
    assert "query.lines against reference.lines: 1 of 4 columns shifted" in out


class OneByOne(Engine):
    """Sends each partition away and back, as a cluster would."""

    name = "one-by-one"
    sent: ClassVar[list[int]] = []

    def fold(self, reader, partitions, advance):
        how = packed(reader)
        states = [read_partition(how, pickle.loads(pickle.dumps(part))) for part in partitions]
        self.sent.extend(map(len, states))
        advance(sum(part.n_rows for part in partitions))
        return unpacked(in_tree(states, lambda few: merge_packed(how, few)))


def test_an_engine(tables, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(ENGINES, "one-by-one", f"{__name__}:OneByOne")
    places = tmp_path / "reference.parquet", tmp_path / "query.parquet"
    for place, table in zip(places, tables, strict=True):
        pa.parquet.write_table(table, place, row_group_size=100)
    found, wanted = fs.localize(*places, engine="one-by-one"), fs.localize(*tables)
    np.testing.assert_array_equal(found.scores, wanted.scores)
    assert len(OneByOne.sent) > 2
    code, _, _ = run(capsys, "locate", *places, "--engine", "one-by-one", "--fail-on-shift")
    assert code == 1


def cubed(case: Case) -> Iterator[Proposal]:
    if not case.column.categorical:
        yield Proposal("values are cubed", case.column.reference**3, 0.5)


def test_a_diagnosis(rng, tmp_path, monkeypatch):
    monkeypatch.setitem(DIAGNOSES, "cubed", cubed)
    reference, query = rng.gamma(2.0, size=(2, 800, 4))
    query[:, 2] **= 3
    result = fs.localize(reference, query)
    (column,) = result.explain().columns
    assert (column.feature, column.diagnoses[0].code) == ("x2", "cubed")
    assert "Values are cubed" in result.report(tmp_path / "out.html").read_text()


def test_a_format_of_the_report(tables, paths, lay_file, tmp_path, capsys, monkeypatch):
    import featureshift.report  # noqa: F401 (its path is extended)

    lay_file("featureshift.report", "toy", RENDERER)
    monkeypatch.setitem(FORMATS, "toy", Format("toy:render_toy", (".toy",)))
    expected = "TOY 1 of 4 columns shifted: c1"
    assert fs.localize(*tables).report(tmp_path / "a.toy").read_text() == expected
    assert run(capsys, "locate", *paths, "--quiet", "--report", tmp_path / "b.toy")[0] == 0
    assert (tmp_path / "b.toy").read_text() == expected

"""Properties that hold for any weights."""

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest

from featureshift.engines.reading import read_pair
from featureshift.errors import OptionError, WeightsError
from featureshift.methods.checks import check_localizer
from featureshift.methods.graphnet.any_shift import UNCALIBRATED
from featureshift.methods.graphnet.channels import EDGE_NAMES, NODE_NAMES
from featureshift.methods.graphnet.expected_f1 import LEAST
from featureshift.methods.graphnet.localizer import GraphNet, most_rows, own_cut
from featureshift.methods.trained import probability

torch = pytest.importorskip("torch")

import onnx  # noqa: E402

from featureshift.methods.graphnet import export  # noqa: E402
from featureshift.methods.graphnet.config import GraphNetConfig  # noqa: E402
from featureshift.methods.graphnet.network import GraphNet as Network  # noqa: E402

KNOWN = {"NODE_NAMES": NODE_NAMES, "EDGE_NAMES": EDGE_NAMES}


@pytest.fixture(scope="module")
def localizer(tmp_path_factory):
    """An untrained network, but a lively one: its scores differ from feature to feature."""
    torch.manual_seed(0)
    config = GraphNetConfig(hidden=16, rounds=2)
    network = Network(config, len(NODE_NAMES), len(EDGE_NAMES))
    directory = tmp_path_factory.mktemp("weights")
    metadata = {"trained_on": ["abc"], "calibration": {"cut": 0.5, "cut_slope": 0.25}}
    export.export_graphnet(network, directory, metadata)
    return GraphNet(weights=directory)


def tables(rng, d=15):
    loadings = rng.normal(size=(3, d))
    reference, query = (
        rng.normal(size=(n, 3)) @ loadings + rng.normal(size=(n, d)) for n in (400, 300)
    )
    query[:, 2] = rng.permutation(query[:, 2])
    return reference, query


def test_contract(localizer, rng):
    check_localizer(localizer, rng)


def test_columns_permute_and_tables_swap(localizer, rng):
    reference, query = tables(rng)
    scores = localizer.localize(reference, query).scores
    assert scores.std() > 1e-3
    order = rng.permutation(15)
    permuted = localizer.localize(reference[:, order], query[:, order]).scores
    assert np.abs(permuted - scores[order]).max() < 1e-5
    assert np.abs(localizer.localize(query, reference).scores - scores).max() < 1e-5


def test_row_order_and_scale_change_nothing(localizer, rng):
    reference, query = tables(rng)
    scores = localizer.localize(reference, query).scores
    shuffled = localizer.localize(rng.permutation(reference), query[::-1]).scores
    assert np.abs(shuffled - scores).max() < 1e-4
    scale = 2.0 ** rng.integers(-5, 6, 15)
    assert np.abs(localizer.localize(reference * scale, query * scale).scores - scores).max() < 1e-4


def test_large_tables_are_described_by_some_rows(localizer, rng, monkeypatch):
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.CELLS", 1)
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.FEWEST_ROWS", 50)
    result = localizer.localize(*tables(rng))
    assert "described-rows" in [note.code for note in result.notes]
    assert "50 rows" in str(result.notes)


@pytest.fixture(params=["some rows", "all rows, some in residuals", "all rows, some related"])
def small_limits(request, monkeypatch):
    """What large tables meet, for small ones."""
    few = 120 if request.param == "some rows" else 1000
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.CELLS", 1)
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.FEWEST_ROWS", few)
    if request.param == "all rows, some related":
        monkeypatch.setattr("featureshift.methods.graphnet.relations.partners.WORK", 1)
        monkeypatch.setattr("featureshift.methods.graphnet.relations.partners.FEWEST_ROWS", 50)
    else:
        monkeypatch.setattr("featureshift.methods.graphnet.relations.residuals.MOST_ROWS", 50)


@pytest.mark.usefixtures("small_limits")
def test_large_tables_in_any_order_have_the_same_scores(localizer, rng):
    reference, query = (
        {f"c{j}": column for j, column in enumerate(table.T)} for table in tables(rng)
    )
    scores = localizer.localize(reference, query).scores
    assert scores.std() > 1e-3
    order = rng.permutation(300)
    shuffled = {name: column[order] for name, column in query.items()}
    assert np.abs(localizer.localize(reference, shuffled).scores - scores).max() < 1e-4
    assert np.abs(localizer.localize(shuffled, reference, seed=7).scores - scores).max() < 1e-4
    turned = localizer.localize(dict(reversed(reference.items())), query)
    assert turned.features == tuple(reversed(reference))
    assert np.abs(turned.scores[::-1] - scores).max() < 1e-4


@pytest.mark.usefixtures("small_limits")
def test_a_large_table_in_parts_has_the_same_scores(localizer, rng, tmp_path):
    reference, query = (
        pa.table({f"c{j}": column for j, column in enumerate(table.T)}) for table in tables(rng)
    )
    for number, rows in enumerate(np.array_split(rng.permutation(300), 3)):
        pa.parquet.write_table(query.take(rows), tmp_path / f"{number}.parquet")
    whole = localizer.localize(reference, pl.from_arrow(query)).scores
    assert np.abs(localizer.localize(reference, tmp_path).scores - whole).max() < 1e-4


def test_the_threshold_of_any_shift_rises_with_the_number_of_columns():
    rare = {"cut": 0.5, "cut_slope": 0.25}
    for d in (5, 50):
        threshold = 0.5 + 0.25 * np.log(d)
        logits = np.full(d, -9.0)
        logits[0] = threshold - 0.01
        assert own_cut(logits, rare) == pytest.approx(1 / (1 + np.exp(-threshold)))
        logits[0] = threshold + 0.01
        assert own_cut(logits, rare) < 0.5
    assert own_cut(np.full(5, -9.0), {"cut": -3.0, "cut_slope": 0.25}) == LEAST


def test_the_threshold_of_any_shift_rises_with_the_doubt_in_all_columns():
    rare = {"cut": -1.0, "cut_slope": 0.0, "cut_doubt": 0.5}
    for calm, threshold in ((-20.0, -0.0), (-6.0, 0.0), (-3.0, 1.5)):
        logits = np.array([calm] * 19 + [threshold + 0.1])
        assert (probability(logits) > own_cut(logits, rare)).sum() == 1
        logits[-1] = threshold - 0.1
        flagged = (probability(logits) > own_cut(logits, rare)).any()
        assert flagged == (calm == -20.0)  # there a third is enough


def test_once_anything_is_shifted_doubtful_columns_are_flagged_too():
    logits = np.array([3.0, 0.1, -0.2, -4.0, -4.0])
    assert (logits > -0.5).sum() == 3 == (probability(logits) > own_cut(logits, UNCALIBRATED)).sum()


def test_a_given_threshold_holds(localizer, rng):
    given = GraphNet(weights=localizer.weights, threshold=0.3)
    assert given.localize(*rng.normal(size=(2, 60, 5))).threshold == 0.3


def test_rows_fall_with_the_width():
    assert most_rows(8) == 100_000 > most_rows(784) > most_rows(200_000) == 1000


@pytest.mark.parametrize(
    ("changed", "names", "found"),
    [
        ("NODE_NAMES", ("a", "b", "c"), "3, with 'a' in its place"),
        ("EDGE_NAMES", EDGE_NAMES[::-1], "10, with 'other_by_query' in its place"),
    ],
)
def test_weights_of_other_channels_are_refused(
    localizer, rng, tmp_path, monkeypatch, changed, names, found
):
    graph = onnx.load(localizer.weights / "graphnet.predict.onnx")
    monkeypatch.setattr(export, "traced", lambda *_, **__: graph)  # its header is what matters
    monkeypatch.setattr(export, changed, names)
    sizes = [len(names if changed == kind else known) for kind, known in KNOWN.items()]
    export.export_graphnet(Network(GraphNetConfig(hidden=8), *sizes), tmp_path, {})
    with pytest.raises(WeightsError, match="other channels") as refused:
        GraphNet(weights=tmp_path).localize(*tables(rng))
    assert found in str(refused.value)


def test_weights_of_another_network_are_refused(rng):
    with pytest.raises(WeightsError, match="other channels"):
        GraphNet(weights="fslnet").localize(*tables(rng))


def test_other_thresholds_are_refused(localizer):
    with pytest.raises(OptionError, match="no probability"):
        GraphNet(threshold=2)
    assert localizer.trained_on("abc")
    assert not localizer.trained_on("def")


def test_the_threshold_of_any_shift_is_bounded():
    rare = {"cut": -5.0, "cut_slope": 0.4, "cut_doubt": 1.2, "cut_most": 3.0}
    for d in (1, 2, 30):
        assert (probability(np.full(d, 3.1)) > own_cut(np.full(d, 3.1), rare)).all()
        assert not (probability(np.full(d, 2.9)) > own_cut(np.full(d, 2.9), rare)).any()


def test_partners_are_those_of_the_graph_counted_among_all_columns(localizer, rng):
    table = tables(rng)
    alone = localizer._score(read_pair(*table), rng, None).partners
    wider = [np.insert(side, [0, 4, 4], 1.0, axis=1) for side in table]
    among = localizer._score(read_pair(*wider), rng, None).partners
    place = np.delete(np.arange(18), [0, 5, 6])
    assert np.array_equal(among[place], place[alone])
    assert (among[[0, 5, 6]] == [[0], [5], [6]]).all()
    assert all(len(set(of)) == 12 and j not in of for j, of in enumerate(alone.tolist()))


def test_the_explanation_has_the_partners_behind_the_verdict(localizer, rng):
    table = tables(rng)
    partners = localizer._score(read_pair(*table), rng, None).partners
    kept = localizer.localize(*table, n_shifted=2).evidence
    for name, chosen in list(zip(kept.features, kept.partners, strict=True))[:2]:
        assert chosen == tuple(f"x{k}" for k in partners[int(name[1:])])


def test_constant_columns_have_no_say(localizer, rng):
    reference, query = tables(rng)
    alone = localizer.localize(reference, query)
    wider = [np.hstack([table, np.ones((len(table), 20))]) for table in (reference, query)]
    among = localizer.localize(*wider)
    assert np.abs(among.scores[:15] - alone.scores).max() < 1e-6  # rows come in another order
    assert not among.scores[15:].any()
    assert among.threshold == pytest.approx(alone.threshold, abs=1e-6)
    nothing = localizer.localize(np.ones((20, 3)), np.ones((30, 3)))
    assert not nothing.scores.any()
    assert not nothing.shifted.any()


@pytest.mark.parametrize("scale", [1e-300, 1e-28, 1e-19, 1e19, 1e25, 1e36, 1e300])
def test_magnitudes_do_not_matter(localizer, rng, scale):
    reference, query = tables(rng)
    scores = localizer.localize(reference, query).scores
    for table in (reference, query):
        table[:, 4] *= scale
    assert np.abs(localizer.localize(reference, query).scores - scores).max() < 2e-3


@pytest.mark.parametrize("sentinel", [1e20, -3.4e38, 1e100])
@pytest.mark.filterwarnings("error")
def test_one_enormous_value_does_not_stop_anything(localizer, rng, sentinel):
    reference, query = tables(rng)
    for table in (reference, query):
        table[0, 4] = sentinel
    assert np.isfinite(localizer.localize(reference, query).scores).all()

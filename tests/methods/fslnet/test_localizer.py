import numpy as np
import pytest
import torch

from featureshift.errors import OptionError, UnknownNameError, WeightsError
from featureshift.methods.checks import check_localizer
from featureshift.methods.fslnet import config as configs
from featureshift.methods.fslnet.localizer import FSLNet, _merge
from featureshift.methods.fslnet.network import export
from featureshift.methods.fslnet.network import model as networks
from featureshift.methods.measures import StatisticalMeasures

SMALL = {"moment_kernels": 8, "embedding_kernels": 8, "prediction_kernels": 8}
SMALL |= {"embedding_layers": 1, "prediction_layers": 1, "moment_kernel_size": 15}
NARROW = {"prediction_norm_columns": 8}  # so that small tables are wide ones
VARIANTS = {
    "full": NARROW,
    "measures": {"use_moments": False, "use_embedding": False},
    "concatenation": {"use_measures": False, "prediction_merge": "concatenation"},
}


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    torch.set_num_threads(1)
    torch.manual_seed(0)
    directory = tmp_path_factory.mktemp("weights")
    made = {}
    for name, changes in VARIANTS.items():
        made[name] = networks.FSLNet(configs.FSLNetConfig(**SMALL, **changes)).eval()
        export.export_fslnet(made[name], directory, {"trained_on": ["cafe"]}, name=name)
    return made, directory


@pytest.fixture(params=VARIANTS)
def variant(request):
    return request.param


@pytest.fixture
def localizer(exported):
    return FSLNet(weights=exported[1] / "full")


def tables(rng, n=150, d=20):
    reference, query = rng.random((2, n, d), dtype=np.float32)
    reference[rng.random((n, d)) < 0.1] = np.nan
    query[:, 3] = query[:, 3] ** 3
    return reference, query


def expected_scores(network, reference, query):
    """The network in torch, on tables scaled and filled by hand."""
    both = np.concatenate([reference, query])
    low, high = np.nanmin(both, axis=0), np.nanmax(both, axis=0)
    scaled = [(table - low) / (high - low) for table in (reference, query)]
    functional = network.config.statistical_measures
    states = [functional.update(functional.start(20), table) for table in scaled]
    measures = [torch.from_numpy(functional.result(state))[None].float() for state in states]
    only = StatisticalMeasures(("median",))
    median = only.result(only.update(only.start(20), np.concatenate(scaled)))[0]
    present = [torch.from_numpy(~np.isnan(table))[None] for table in scaled]
    filled = [np.where(np.isnan(table), median, table).astype(np.float32) for table in scaled]
    with torch.no_grad():
        rows = [torch.from_numpy(table)[None] for table in filled]
        return network(*rows, *measures, *present).logits[0].sigmoid().numpy()


def test_equals_the_network_in_torch(exported, variant, rng):
    reference, query = tables(rng)
    result = FSLNet(weights=exported[1] / variant).localize(reference, query)
    expected = expected_scores(exported[0][variant], reference, query)
    np.testing.assert_allclose(result.scores, expected, atol=1e-4)
    assert result.method == "fslnet"


def test_keeps_the_contract(exported, variant, rng):
    check_localizer(FSLNet(weights=exported[1] / variant), rng)


def test_row_order_and_batches_change_nothing(localizer, rng, monkeypatch):
    reference, query = tables(rng)
    whole = localizer.localize(reference, query).scores
    monkeypatch.setattr("featureshift.tables.table.rows_per_batch", lambda _: 37)
    parts = localizer.localize(rng.permutation(reference), query[::-1]).scores
    np.testing.assert_allclose(parts, whole, atol=1e-5)


def test_fewer_rows_through_the_networks_are_noted(exported, rng):
    reference, query = tables(rng)
    few = FSLNet(weights=exported[1] / "full", max_network_rows=60)
    result = few.localize(reference, query, seed=3)
    assert [note.code for note in result.notes] == ["weights", "network-rows"]
    assert result.rows_used == (150, 150)
    np.testing.assert_array_equal(result.scores, few.localize(reference, query, seed=3).scores)
    enough = FSLNet(weights=exported[1] / "full", max_network_rows=150)
    (note,) = enough.localize(reference, query).notes
    digests = enough._open().hashes
    assert note.message == (
        f"{enough._open().name}: describe sha256 {digests['describe']}, "
        f"predict sha256 {digests['predict']}"
    )


@pytest.mark.parametrize("turn", [1, -1])
def test_a_column_lost_in_one_table_is_shifted(localizer, rng, turn):
    reference, query = tables(rng)
    query[:, 5] = np.nan
    result = localizer.localize(*(reference, query)[::turn])
    assert np.isfinite(result.scores).all()
    assert result.shifted_features[0] == "x5"
    assert result.scores[5] > 0.999


def test_knows_what_it_was_trained_on(localizer):
    assert localizer.trained_on("cafe")
    assert not localizer.trained_on("beef")


def test_progress_ends_at_one(localizer, rng):
    shares = []
    localizer.localize(*tables(rng), progress=shares.append)
    assert shares[-1] == pytest.approx(1.0)
    assert max(shares) <= 1.0


@pytest.mark.parametrize("options", [{"max_network_rows": 0}, {"threshold": 1.5}])
def test_bad_options_are_refused(options):
    with pytest.raises(OptionError):
        FSLNet(**options)


def test_unknown_weights_are_refused_when_needed(rng):
    with pytest.raises(UnknownNameError):
        FSLNet(weights="no-such-weights").localize(*tables(rng))


def test_weights_of_another_network_are_refused(rng):
    with pytest.raises(WeightsError, match="another network"):
        FSLNet(weights="graphnet").localize(*tables(rng))


def test_weights_with_unknown_options_are_refused(localizer, rng):
    weights = localizer._open()
    weights.config = {**weights.config, "kernels_of_tomorrow": 3}
    with pytest.raises(WeightsError, match="kernels_of_tomorrow"):
        localizer.localize(*tables(rng))


def test_weights_on_other_channels_are_refused(localizer, rng):
    weights = localizer._open()
    weights.channels = weights.channels[::-1]
    with pytest.raises(WeightsError, match="other channels"):
        localizer.localize(*tables(rng))


def test_a_wide_table_is_judged_by_the_norm_of_a_usual_one(rng):
    """The same columns side by side, again and again, look to the network as they did once."""
    config = configs.FSLNetConfig(**SMALL, prediction_norm_columns=10)
    once = rng.random((2, len(config.channels), 10))
    merged = [
        _merge(config, [tuple(np.tile(each, times) for each in once)])[:, :10] for times in (1, 4)
    ]
    np.testing.assert_allclose(merged[1], merged[0], rtol=1e-3)


def related(seed):
    """Two tables of related columns; a column warped, another shuffled between rows."""
    rng = np.random.default_rng(seed)
    loadings = rng.normal(size=(3, 20))
    reference, before = (
        rng.normal(size=(1000, 3)) @ loadings + rng.normal(size=(1000, 20)) for _ in range(2)
    )
    query = before.copy()
    query[:, 4] = query[:, 4] ** 3
    query[:, 11] = rng.permutation(query[:, 11])
    return reference, before, query


@pytest.mark.parametrize("seed", [0, 1])
def test_shipped_weights_find_a_warped_and_a_shuffled_column(seed):
    reference, before, query = related(seed)
    assert set(FSLNet().localize(reference, query).shifted_features) == {"x4", "x11"}
    assert not FSLNet().localize(reference, before).shifted.any()


def test_the_order_of_columns_changes_little(rng):
    """Convolutions run along it, so it changes something."""
    reference, _, query = related(0)
    scores = FSLNet().localize(reference, query).scores
    order = rng.permutation(20)
    changes = np.abs(FSLNet().localize(reference[:, order], query[:, order]).scores - scores[order])
    assert 0 < changes.mean() < 0.06

"""Relations of columns to the main axes of a table."""

import numpy as np
import pytest

from featureshift.methods.graphnet.relations import axes
from featureshift.methods.graphnet.relations.axes import CHANNELS, axis_contrasts
from featureshift.methods.graphnet.relations.correlation import standardize


def one_factor(n, d, rng, loading=0.3):
    """Columns [d, n] that share one factor, each weakly."""
    return (loading * rng.standard_normal((1, n)) + rng.standard_normal((d, n))).astype(np.float32)


def contrasts_of(reference, query):
    found = axis_contrasts(standardize(reference), standardize(query))
    return {channel.name: of for channel, of in zip(CHANNELS, found.T, strict=True)}


def test_a_columns_own_part_of_an_axis_is_taken_out_exactly():
    table = standardize(one_factor(300, 6, np.random.default_rng(0), loading=1.0))
    weights = axes._axes([table.scores, table.scores])
    found = axes.relations_to_axes(table.scores, weights).m11
    for column in range(6):
        rest = weights.T @ table.scores - weights[column][:, None] * table.scores[column]
        expected = [np.corrcoef(table.scores[column], axis)[0, 1] for axis in rest]
        assert found[column] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("n_features", [10, 100, axes.MOST_EXACT + 50])
@pytest.mark.parametrize("cut", [None, 0.5, 2.0])
def test_scores_are_standard_when_nothing_is_shifted(n_features, cut):
    rng = np.random.default_rng(n_features)
    scores = []
    for _ in range(max(1, 500 // n_features)):
        tables = [one_factor(600, n_features, rng) for _ in range(2)]
        if cut is not None:  # binary, rare at 2
            tables = [(table > cut).astype(np.float32) for table in tables]
        scores.append(contrasts_of(*tables)["axes_sum_of_changes"])
    score = np.concatenate(scores)
    # the signed log of a standard normal has a spread of 0.59
    assert abs(score.mean()) < 0.2
    assert 0.5 < score.std() < 0.75


def test_many_weak_relations_betray_a_shuffled_column_where_no_single_one_does():
    rng = np.random.default_rng(3)
    reference, query = (one_factor(1000, 200, rng) for _ in range(2))
    rng.shuffle(query[0])
    score = contrasts_of(reference, query)["axes_sum_of_changes"]
    assert score.argmax() == 0
    assert score[0] > 1.4  # three sigma
    correlations = [np.corrcoef(table)[0, 1:] for table in (reference, query)]
    largest = np.abs(correlations[1] - correlations[0]).max() * np.sqrt(500)
    assert largest < 5  # of 199, by chance 3


@pytest.mark.parametrize("n_features", [12, axes.MOST_EXACT + 30])
def test_columns_permute_and_tables_swap(n_features):
    rng = np.random.default_rng(4)
    reference, query = (one_factor(200, n_features, rng, loading=0.8) for _ in range(2))
    order = rng.permutation(n_features)
    found, permuted = contrasts_of(reference, query), contrasts_of(reference[order], query[order])
    swapped = contrasts_of(query, reference)
    for name, values in found.items():
        assert permuted[name] == pytest.approx(values[order], abs=2e-3), name
        turned = name.replace("reference", "?").replace("query", "reference").replace("?", "query")
        assert swapped[turned] == pytest.approx(values, abs=2e-3), name


def test_a_lone_column_has_no_relation():
    column = np.random.default_rng(0).standard_normal((1, 50)).astype(np.float32)
    found = contrasts_of(column, column)
    assert found["axes_strongest_reference"] == 0
    assert found["axes_largest_change"] == 0


def test_a_constant_is_related_to_nothing():
    rng = np.random.default_rng(0)
    tables = [one_factor(500, 6, rng, loading=1.0) for _ in range(2)]
    tables[0][0] = 0
    found = contrasts_of(*tables)
    assert found["axes_strongest_reference"][0] == 0
    assert found["axes_strongest_query"][0] > 0.3
    assert found["axes_largest_change"][0] < 0.1

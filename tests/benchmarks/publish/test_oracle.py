import numpy as np

from benchmarks.publish.oracle import LEVEL_Z, MOST_FEATURES, ask_oracle, evidence
from featureshift.simulate import make_pair


def tables(rng, n=1500):
    """A column that depends on the first without being correlated with it, and a lonely one."""

    def draw():
        cause, other, lonely = rng.normal(size=(3, n))
        return np.stack([cause, other, cause**2 + 0.3 * other, lonely], axis=1).astype(np.float32)

    return draw(), draw()


def test_a_broken_dependence_is_seen_though_no_correlation_shows_it(rng):
    reference, query = tables(rng)
    context = np.array([0, 1])
    assert abs(evidence(reference, query, 2, context, rng)) < LEVEL_Z
    query[:, 2] = rng.permutation(query[:, 2])
    assert evidence(reference, query, 2, context, rng) > 2 * LEVEL_Z


def test_shuffling_a_lonely_column_is_lost_to_everybody(rng):
    reference, query = tables(rng)
    query[:, 3] = rng.permutation(query[:, 3])
    assert evidence(reference, query, 3, np.array([0, 1, 2]), rng) < LEVEL_Z


def test_few_unchanged_features_pass(rng):
    found = [evidence(*rng.normal(size=(2, 120, 3)), 0, np.array([1, 2]), rng) for _ in range(20)]
    assert np.mean(found) < 1.5  # the highest of three
    assert np.sum(np.array(found) > LEVEL_Z) <= 1


def test_at_most_so_many_features_of_a_task_are_tested(rng, monkeypatch):
    monkeypatch.setattr("benchmarks.publish.oracle.evidence", lambda *_: 3.0)
    pair = make_pair(rng.random((40, 200)), None, "E2", 0.25, rng)
    row = ask_oracle("a/E2/0.25/20xall/0", pair, rng)
    assert (row.tested, row.seen) == (MOST_FEATURES, MOST_FEATURES)

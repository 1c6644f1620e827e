import numpy as np

from featureshift.methods.baselines._shared.conditional import Deadline
from featureshift.methods.baselines._shared.flow import Flow
from featureshift.methods.baselines._shared.flow_training import FlowTraining

NO_LIMIT = Deadline(None)


def test_flow_learns_the_score_of_a_gaussian(rng):
    covariance = np.array([[1.0, 0.8], [0.8, 1.0]])
    rows = rng.multivariate_normal([0, 0], covariance, size=3000)
    flow = Flow(2, 32, seed=0)
    training, everyone = FlowTraining(flow, rows, 256, rng), np.ones((1, 3000), bool)
    fitted = training.fit(flow.copies(1), everyone, steps=200, rate=5e-3, deadline=NO_LIMIT)
    assert fitted.complete
    found = flow.scores(fitted.params, rows[:300])[0]
    expected = -rows[:300] @ np.linalg.inv(covariance)
    assert np.square(found - expected).mean() < 0.15 * np.square(expected).mean()


def test_copies_are_trained_apart(rng):
    rows = np.concatenate([rng.normal(-1, 1, (200, 2)), rng.normal(1, 1, (200, 2))])
    flow, members = Flow(2, 8, seed=0), np.repeat([[True, False]], 200, axis=1)
    training, both = FlowTraining(flow, rows, 64, rng), np.concatenate([members, ~members])
    fitted = training.fit(flow.copies(2), both, steps=60, rate=1e-2, deadline=NO_LIMIT)
    low, high = flow.scores(fitted.params, np.zeros((1, 2)))[:, 0]
    assert (low < 0).all()
    assert (high > 0).all()


def test_a_passed_deadline_leaves_the_flow_as_it_was(rng):
    flow, rows, shares = Flow(2, 8, seed=0), rng.normal(size=(30, 2)), []
    fitted = FlowTraining(flow, rows, 8, rng).fit(
        flow.copies(1),
        np.ones((1, 30), bool),
        steps=5,
        rate=1e-2,
        deadline=Deadline(0.0),
        progress=shares.append,
    )
    assert not fitted.complete
    assert shares == []
    np.testing.assert_array_equal(
        flow.scores(fitted.params, rows), flow.scores(flow.copies(1), rows)
    )

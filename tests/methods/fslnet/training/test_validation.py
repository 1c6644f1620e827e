import numpy as np
import pytest

from featureshift.methods.fslnet.training.task import FSLNetTask
from featureshift.methods.fslnet.training.validation import make_examples, validate


@pytest.fixture
def examples(smoke):
    return make_examples(smoke(), ())


def test_the_same_pairs_every_time(smoke, examples):
    again = make_examples(smoke(), ())
    assert len(examples) == len(again) > 10
    for one, other in zip(examples, again, strict=True):
        assert np.array_equal(one.query.rows, other.query.rows)
        assert one.manipulation == other.manipulation


def test_training_manipulations_only_and_pairs_without_shift(examples):
    found = {example.manipulation for example in examples}
    assert None in found
    assert len(found) > 5
    assert found <= {None, *(f"T{k}" for k in range(1, 9))}


def test_report(smoke, examples):
    model = FSLNetTask(smoke()).initial_network()
    report = validate(model, examples, smoke(), "cpu")
    assert model.training
    assert report.pairs == len(examples)
    assert report.mean_f1 == pytest.approx(np.mean(list(report.f1.values())))
    assert np.isfinite(report.loss)
    assert report == validate(model, examples, smoke(), "cpu")

from featureshift.methods.fslnet.training.batch import draw_batch
from featureshift.methods.fslnet.training.mixture import uniform
from featureshift.methods.fslnet.training.producer import Producer, Request
from featureshift.methods.fslnet.training.tensors import as_tensors


def test_a_batch_is_on_the_device_that_was_asked_for(smoke, rng):
    config = smoke()
    produce = Producer(0, config.corpus, config.example, 2, ())
    batch = draw_batch(produce(Request(0, uniform())), rng)
    for device in ("cpu", "meta"):
        tensors = as_tensors(batch, device)
        found = [each for each in (*tensors.inputs, tensors.shifted) if each is not None]
        assert len(found) == 5
        assert {each.device.type for each in found} == {device}

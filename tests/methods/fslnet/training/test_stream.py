from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from featureshift.methods.fslnet.training.batch import Group, draw_batch
from featureshift.methods.fslnet.training.config import StreamConfig, load_config
from featureshift.methods.fslnet.training.mixture import uniform
from featureshift.methods.fslnet.training.producer import Producer, Request
from featureshift.methods.fslnet.training.stream import Stream


@pytest.fixture
def produce(smoke):
    config = smoke()
    return Producer(0, config.corpus, config.example, 3, ())


def same(one, other):
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("reference", "query", "measures_reference", "measures_query", "shifted")
    )


def test_a_group_is_a_function_of_its_request(produce):
    request = Request(5, uniform())
    rng = np.random.default_rng
    assert same(draw_batch(produce(request), rng(0)), draw_batch(produce(request), rng(0)))


def test_rows_and_maps_are_shuffled_together(produce):
    group = produce(Request(0, uniform()))
    batch = draw_batch(group, np.random.default_rng(1))
    for number, example in enumerate(group.examples):
        for column in range(len(example.shifted)):
            found = batch.measures_query[number, :, column]
            origin = np.flatnonzero((found == example.query.measures.T).all(axis=1))
            assert example.shifted[origin].any() == batch.shifted[number, column]
            pool = example.query.rows[:, origin]
            assert np.isin(batch.query[number, :, column], pool).all()


def test_groups_are_of_one_shape_and_small_first(produce):
    for index in (0, 40):
        group = produce(Request(index, uniform()))
        assert isinstance(group, Group)
        assert len({example.reference.rows.shape for example in group.examples}) == 1
    assert len(produce(Request(0, uniform())).examples[0].shifted) == 8


def test_reuse_makes_fewer_groups(produce):
    made = []

    def counting(request):
        made.append(request.index)
        return produce(request)

    with Stream(counting, StreamConfig(ring=2, reuse=4, ahead=0), seed=0) as stream:
        batches = [stream.next(uniform()) for _ in range(10)]
    assert made == [0, 1, 2, 3]
    assert not same(batches[-1], batches[-2])


def test_a_restored_stream_serves_the_same(produce):
    config = StreamConfig(ring=3, reuse=2, ahead=2)
    with Stream(produce, config, seed=0) as stream:
        for _ in range(7):
            stream.next(uniform())
        state = stream.state()
        expected = [stream.next({"T1": 1.0}) for _ in range(6)]
    with Stream(produce, config, seed=0) as other:
        other.restore(state)
        found = [other.next({"T1": 1.0}) for _ in range(6)]
    assert all(map(same, expected, found))


def test_a_worker_process_serves_the_same(produce):
    found = []
    for workers in (0, 1):
        with Stream(produce, StreamConfig(ring=2, reuse=2, workers=workers), seed=0) as stream:
            found.append([stream.next(uniform()) for _ in range(4)])
    assert all(map(same, *found))


def test_tables_of_a_folder_are_drawn(smoke, small_corpus):
    config = smoke(corpus={"folder": str(small_corpus)}, example={"features": (8, 9)})
    produce = Producer(0, config.corpus, config.example, 8, ("apple", "kite"))
    tables = {e.table for k in range(4) for e in produce(Request(k, uniform())).examples}
    assert {"apple", "kite"} < tables


def test_the_smallest_tables_of_the_paper_s_corpus_train(write_folder, rng):
    config = load_config(Path(__file__).parents[4] / "configs" / "paper.toml")
    values = rng.normal(size=(config.corpus.min_rows, 12)).astype(np.float32)
    folder = write_folder({"apple": ("t:apple.csv", values, [f"apple {j}" for j in range(12)])})
    corpus = replace(config.corpus, folder=str(folder))
    example = replace(config.example, features=(8, 12), rows=(1000, 1000))
    produce = Producer(0, corpus, example, 2, ("apple",))
    drawn = [e for k in range(12) for e in produce(Request(k, uniform())).examples]
    halves = {e.reference.rows.shape[0] for e in drawn if e.table == "apple"}
    assert halves == {250}


def test_a_table_too_small_for_a_group_is_not_drawn(smoke, small_corpus):
    config = smoke(
        corpus={"folder": str(small_corpus)},
        example={"features": (8, 9), "network_rows": (121,), "curriculum_groups": 0},
    )
    produce = Producer(0, config.corpus, config.example, 8, ("apple", "kite"))
    tables = {e.table for k in range(2) for e in produce(Request(k, uniform())).examples}
    assert tables.isdisjoint(("apple", "kite"))

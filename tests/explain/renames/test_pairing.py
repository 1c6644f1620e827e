import numpy as np

from featureshift.explain.renames.pairing import paired

from ..building import case_of


def tables(rng, sizes, effect, n=3000):
    names = np.array(["a", "b", "c"], object), np.array(["x", "y", "z"], object)
    made = []
    for side in names:
        level = rng.choice(3, n, p=sizes)
        made.append({"t": side[level], "v": effect * level + rng.normal(size=n)})
    return made


def found(rng, sizes, effect):
    case = case_of(*tables(rng, sizes, effect), "t")
    labels = case.column.labels
    pairing = paired(case, [labels.index(k) for k in "abc"], [labels.index(k) for k in "zxy"])
    return {labels[a]: labels[b] for a, b in pairing.names.items()}, pairing.evidence


RIGHT = {"a": "x", "b": "y", "c": "z"}


def test_relations_tell_what_sizes_do_not(rng):
    assert found(rng, [0.34, 0.33, 0.33], effect=1.0) == (RIGHT, "relations")


def test_sizes_tell_where_nothing_is_related(rng):
    assert found(rng, [0.6, 0.3, 0.1], effect=0.0) == (RIGHT, "frequency")


def test_nothing_tells(rng):
    assert found(rng, [0.34, 0.33, 0.33], effect=0.0)[1] == ""

import numpy as np
import pyarrow as pa

from featureshift.engines.reading import read_pair
from featureshift.methods import evidence
from featureshift.methods.evidence import keep_evidence, related_columns


def pair_of(rng, rows=800):
    def side():
        x = rng.normal(size=rows)
        columns = {f"n{j}": rng.normal(size=rows) for j in range(20)}
        columns |= {"x": x, "near": x + 0.3 * rng.normal(size=rows)}
        columns["gaps"] = np.where(rng.random(rows) < 0.3, np.nan, x + rng.normal(size=rows))
        columns["text"] = np.array(["a", "b", "c", "d"])[np.digitize(x, [-1, 0, 1])]
        return columns

    reference, query = side(), side()
    query["new"] = query["x"] + 0.5 * rng.normal(size=rows)
    reference["new"] = rng.normal(size=rows)
    return read_pair(pa.table(reference), pa.table(query))


def named(pair, chosen):
    return [pair.features[j] for j in chosen]


def test_strong_relations_and_large_changes_are_found(rng, monkeypatch):
    pair = pair_of(rng)
    monkeypatch.setattr(evidence, "STRONGEST", 4)
    monkeypatch.setattr(evidence, "MOST_CHANGED", 4)
    (chosen,) = related_columns(pair, np.array([pair.features.index("x")]))
    assert {"near", "gaps", "text", "new"} <= set(named(pair, chosen))
    assert "x" not in named(pair, chosen)
    assert len(set(chosen.tolist())) == 8


def test_categorical_columns_have_partners_too(rng, monkeypatch):
    pair = pair_of(rng)
    monkeypatch.setattr(evidence, "STRONGEST", 2)
    monkeypatch.setattr(evidence, "MOST_CHANGED", 2)
    (chosen,) = related_columns(pair, np.array([pair.features.index("text")]))
    assert {"x", "near"} <= set(named(pair, chosen))


def test_panels_change_nothing(rng, monkeypatch):
    pair = pair_of(rng)
    targets = np.arange(pair.n_features)
    whole = related_columns(pair, targets)
    monkeypatch.setattr(evidence, "PANEL", 7)
    np.testing.assert_array_equal(whole, related_columns(pair, targets))


def test_the_tables_are_left_alone(rng):
    values = rng.normal(size=(300, 6))
    before = values.copy()
    related_columns(read_pair(values, values), np.arange(6))
    np.testing.assert_array_equal(values, before)


def test_only_flagged_columns_and_partners_are_kept(rng, monkeypatch):
    monkeypatch.setattr(evidence, "CONDITIONS", 0)
    pair = pair_of(rng)
    flagged = np.array([name in ("x", "n3") for name in pair.features])
    scores = np.array([{"x": 1.0, "n3": 2.0}.get(name, 0.0) for name in pair.features])
    kept = keep_evidence(pair, scores, flagged)
    assert kept.features[:2] == ("n3", "x")
    assert set(kept.features) == {"x", "n3"}.union(*kept.partners)
    assert kept.partners[2:] == ((),) * (len(kept.features) - 2)
    monkeypatch.setattr(evidence, "FLAGGED", 1)
    assert keep_evidence(pair, scores, flagged).partners[0]
    assert "n3" in keep_evidence(pair, scores, flagged).features
    assert keep_evidence(pair, scores, np.zeros(pair.n_features, bool)) is None


def test_the_partners_behind_a_verdict_are_the_ones_that_are_kept(rng, monkeypatch):
    monkeypatch.setattr(evidence, "CONDITIONS", 0)
    pair = pair_of(rng)
    x, n3, n7 = (pair.features.index(name) for name in ("x", "n3", "n7"))
    flagged = np.isin(np.arange(pair.n_features), [x, n3])
    partners = np.repeat(np.arange(pair.n_features)[:, None], 3, axis=1)
    partners[x] = n7, n3, x
    kept = keep_evidence(pair, flagged * 1.0, flagged, partners)
    assert dict(zip(kept.features, kept.partners, strict=True)) == {
        "x": ("n7", "n3"),
        "n3": (),
        "n7": (),
    }


def test_a_lone_column_has_no_partners(rng):
    values = rng.normal(size=(50, 1))
    kept = keep_evidence(read_pair(values, values), np.ones(1), np.ones(1, bool))
    assert kept.partners == ((),)


def test_columns_that_tell_rows_apart_are_kept_too(rng, monkeypatch):
    pair = pair_of(rng)
    flagged = np.array([name == "n3" for name in pair.features])
    partners = np.full((pair.n_features, 1), pair.features.index("x"))
    monkeypatch.setattr(evidence, "CONDITIONS", 3)
    kept = keep_evidence(pair, flagged * 1.0, flagged, partners)
    assert kept.features[:3] == ("n3", "x", "text")  # few values come before numbers
    assert len(kept.features) == 5
    assert kept.partners[1:] == ((),) * 4

import numpy as np
import pandas as pd
import pytest

import featureshift as fs
from benchmarks.reality import measuring
from benchmarks.reality.case import Case
from benchmarks.reality.kind import Kind
from benchmarks.reality.measuring import agreement, can_measure, localizer_named, measure
from benchmarks.reality.result_rows import ERROR, OK


def pair(rng, **options):
    values = rng.normal(size=(600, 3))
    table = pd.DataFrame(values, columns=["a", "b", "c"]).assign(who=np.arange(600) // 3)
    case = Case.cut(table, 300, groups="who")
    return case.broken({"b": case.query["b"] + 3})


@pytest.fixture
def shifted(monkeypatch):
    """A kind of which the truth is b."""
    monkeypatch.setitem(measuring.KINDS, "shifted", Kind("", pair))
    monkeypatch.setitem(measuring.FOUND, "shifted", Kind("", pair))
    return "shifted"


class Recorder:
    """Stands for featureshift.localize."""

    def __init__(self, flagged=(), error=None):
        self.flagged, self.error, self.calls = flagged, error, []

    def __call__(self, reference, query, *, method, n_shifted=None, max_rows=None):
        self.calls.append(([*query], n_shifted, max_rows))
        if self.error:
            raise self.error
        return type("Result", (), {"shifted_features": self.flagged})()


class RecorderWithGroups(Recorder):
    def __call__(self, reference, query, *, method, n_shifted=None, max_rows=None, groups=None):
        self.calls.append(groups)
        return super().__call__(reference, query, method=method)


@pytest.mark.parametrize(
    ("flagged", "truths", "f1"),
    [
        ("", [""], 1.0),
        ("a", [""], 0.0),
        ("", ["a"], 0.0),
        ("ab", ["ab"], 1.0),
        ("ab", ["bc"], 0.5),
        ("cd", ["ab", "cd"], 1.0),
    ],
)
def test_agreement_with_the_best_truth(flagged, truths, f1):
    assert agreement(frozenset(flagged), map(frozenset, truths)).f1 == f1


def test_precision_and_recall_are_those_of_the_same_truth():
    scores = agreement(frozenset("abc"), [frozenset("ab"), frozenset("x")])
    assert (scores.precision, scores.recall) == (pytest.approx(2 / 3), 1.0)


def test_a_row_tells_what_was_found(shifted):
    row = measure(localizer_named("ks-bonferroni"), shifted, 5)
    assert (row.kind, row.run, row.expects, row.status) == ("shifted", 5, "found", OK)
    assert (row.n_flagged, row.n_shifted, row.f1) == (1, 1, 1.0)
    assert (row.rows_reference, row.rows_query) == (300, 300)
    assert row.n_features == 3


def test_columns_of_unknown_options_are_dropped(shifted, monkeypatch):
    recorder = Recorder(["b"])
    monkeypatch.setattr(fs, "localize", recorder.__call__)
    row = measure(fs.SMThreshold(), shifted, 0)
    assert recorder.calls == [(["a", "b", "c"], None, None)]
    assert row.f1 == 1.0


def test_slow_methods_get_fewer_rows(shifted, monkeypatch):
    recorder = Recorder()
    monkeypatch.setattr(fs, "localize", recorder.__call__)
    measure(localizer_named("datafix"), shifted, 0)
    assert recorder.calls[0][2] == measuring.SLOW_ROWS


def test_known_options_are_given(shifted, monkeypatch):
    recorder = RecorderWithGroups()
    monkeypatch.setattr(fs, "localize", recorder.__call__)
    row = measure(fs.SMThreshold(), shifted, 0)
    assert recorder.calls[0] == "who"
    assert recorder.calls[1][0] == ["a", "b", "c", "who"]
    assert row.n_features == 3


def test_an_error_is_a_row(shifted, monkeypatch):
    monkeypatch.setattr(fs, "localize", Recorder(error=ValueError("too\nfew")).__call__)
    row = measure(fs.SMThreshold(), shifted, 0)
    assert (row.status, row.reason, row.f1) == (ERROR, "ValueError: too few", 0.0)


def test_who_needs_the_number_is_given_it_and_not_asked_where_nothing_is_shifted(
    shifted, monkeypatch
):
    recorder = Recorder()
    monkeypatch.setattr(fs, "localize", recorder.__call__)
    needy = localizer_named("mb-ks")
    assert needy.info.needs_n_shifted
    measure(needy, shifted, 0)
    assert recorder.calls[0][1] == 1
    assert can_measure(needy, shifted)
    assert not can_measure(needy, "shares")
    assert can_measure(fs.SMThreshold(), "shares")

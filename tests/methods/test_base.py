import sys
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import featureshift as fs
from featureshift.errors import MethodError, OptionError, UnknownNameError
from featureshift.methods import METHODS, localizer_class, make_localizer
from featureshift.methods.base import Cut, Localizer, MethodInfo, Scores
from featureshift.methods.checks import check_localizer
from featureshift.tables import Note


class MeanGap(Localizer):
    """A method in a few lines: the distance of the means."""

    info: ClassVar[MethodInfo] = MethodInfo("mean-gap", "", "", False, False, "low")

    def __init__(self, *, power: float = 1.0) -> None:
        self.power = power

    def _score(self, pair, rng, progress):
        means = [np.nanmean(side.rows_in_order(), axis=0) for side in pair.sides]
        gap = np.abs(means[0] - means[1]) ** self.power
        return Scores(gap, 0.5, (Note(None, "rule", "a gap above 0.5"),))


def test_a_method_of_ones_own_keeps_the_contract(rng):
    check_localizer(MeanGap(), rng)


@pytest.mark.parametrize("name", METHODS)
def test_every_registered_method_keeps_the_contract(name):
    slow = localizer_class(name).info.slow

    @settings(max_examples=1 if slow else 10, deadline=None)
    @given(seed=st.integers(0, 2**32 - 1), n_rows=st.integers(30, 100 if slow else 400))
    def check(seed, n_rows):
        check_localizer(make_localizer(name), np.random.default_rng(seed), n_rows=n_rows)

    check()
    assert localizer_class(name).info.name == name


def test_every_registered_method_is_at_the_public_door():
    assert all(getattr(fs, cls.__name__) is cls for cls in fs.methods().values())


class Forgetful(MeanGap):
    def _score(self, pair, rng, progress):
        return Scores(np.random.default_rng().random(pair.n_features), 0.5)


class NotANumber(MeanGap):
    def _score(self, pair, rng, progress):
        return Scores(super()._score(pair, rng, progress).values * np.nan, 0.5)


class OrderBound(MeanGap):
    def _score(self, pair, rng, progress):
        first = pair.reference.rows_in_order()[0]
        return Scores(np.nan_to_num(np.abs(first)), 0.5)


class Elsewhere(MeanGap):
    def _score(self, pair, rng, progress):
        partners = np.full((pair.n_features, 2), pair.n_features)
        return super()._score(pair, rng, progress)._replace(partners=partners)


class Meddling(MeanGap):
    def _score(self, pair, rng, progress):
        self.power += 1
        return super()._score(pair, rng, progress)


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (Forgetful, "same seed"),
        (NotANumber, "cannot be decided on"),
        (Elsewhere, "partners that are no columns"),
        (Meddling, "modified|same seed"),
        (OrderBound, "row order"),
    ],
)
def test_the_contract_check_finds_what_is_broken(rng, broken, complaint):
    with pytest.raises((AssertionError, MethodError), match=complaint):
        check_localizer(broken(), rng)


def test_params(rng):
    localizer = MeanGap(power=2.0)
    assert localizer.get_params() == {"power": 2.0}
    assert localizer.set_params(power=3.0).power == 3.0
    assert repr(localizer) == "MeanGap(power=3.0)"
    with pytest.raises(UnknownNameError, match="did you mean 'power'"):
        localizer.set_params(pover=1)


def test_localize_takes_a_name_or_an_instance(rng):
    reference, query = rng.random((50, 3)), rng.random((50, 3)) + np.array([0, 2, 0])
    assert fs.localize(reference, query, method=MeanGap()).shifted_features == ("x1",)
    for method in (MeanGap, ["mean-gap"]):
        with pytest.raises(OptionError, match="an instance such as"):
            fs.localize(reference, query, method=method)
    with pytest.raises(UnknownNameError, match="unknown method 'mean-gap'"):
        fs.localize(reference, query, method="mean-gap")


def test_threshold_and_count_given_by_the_user(rng):
    reference, query = rng.random((50, 3)), rng.random((50, 3)) + np.array([0, 2, 1])
    localizer = MeanGap()
    assert localizer.localize(reference, query, threshold=1.5).shifted_features == ("x1",)
    assert localizer.localize(reference, query, n_shifted=2).shifted_features == ("x1", "x2")
    assert localizer.localize(reference, query, n_shifted=0).shifted_features == ()
    refused = [
        {"threshold": 1.0, "n_shifted": 1},
        {"threshold": np.nan},
        {"threshold": "0.1"},
        {"max_rows": 0},
        {"max_rows": 1e5},
        {"n_shifted": 1.5},
        {"seed": -1},
        {"seed": None},
    ]
    for options in refused:
        with pytest.raises(OptionError):
            localizer.localize(reference, query, **options)


class Laborious(MeanGap):
    """Its own cut takes work that nobody may have asked for."""

    def _score(self, pair, rng, progress):
        progress(0.1)

        def cut():
            progress(0.9)
            return Cut(0.5, (Note(None, "rule", "a gap above 0.5, found by hard work"),))

        return Scores(super()._score(pair, rng, progress).values, cut)


@pytest.mark.parametrize(
    ("given", "cut_at", "says"),
    [
        ({}, 0.5, "found by hard work"),
        ({"threshold": 1.5}, 1.5, "above 1.5"),
        ({"n_shifted": 1}, None, "n_shifted is given"),
    ],
)
def test_work_for_a_cut_is_done_only_where_the_method_decides(rng, given, cut_at, says):
    shares = []
    tables = rng.random((50, 3)), rng.random((50, 3)) + np.array([0, 2, 0])
    result = Laborious().localize(*tables, **given, progress=shares.append)
    assert result.shifted_features == ("x1",)
    assert result.threshold == cut_at
    assert says in result.notes[-1].message
    assert (0.95 in shares) == (not given)
    assert shares == sorted(shares)
    assert shares[-1] == 1


NULL_DISTRIBUTIONS = (
    "_shared.conditional_test.relabelings",
    "_shared.filters.relabelings",
    "datafix.knee_count",
)


FEWER = {"datafix": {"n_estimators": 10, "folds": 2}, "deep-sm": {"steps": 20}}
"""Trees and steps than by default: who asks for a cut does not depend on them."""


@pytest.mark.parametrize("name", METHODS)
def test_a_given_number_or_threshold_costs_no_null_and_changes_no_score(name, rng, monkeypatch):
    def refuse(*args, **options):
        raise AssertionError("nobody asked for a cut")

    reference, query = rng.normal(size=(2, 80, 3))
    localizer = localizer_class(name)(**FEWER.get(name, {}))
    own = localizer.localize(reference, query, seed=2)
    for place in NULL_DISTRIBUTIONS:
        monkeypatch.setattr(f"featureshift.methods.baselines.{place}", refuse)
    for option, value in (("n_shifted", 1), ("threshold", 0.5)):
        shares = []
        options = {option: value, "seed": 2, "progress": shares.append}
        told = localizer.localize(reference, query, **options)
        np.testing.assert_array_equal(told.scores, own.scores)
        assert [note.code for note in told.notes][-1] == "decision-rule"
        assert option in told.notes[-1].message
        assert shares == sorted(shares)
        assert shares[-1] == 1


def test_result_tells_rows_method_notes_and_time(rng, monkeypatch):
    clock = iter([3.0, 5.5]).__next__
    monkeypatch.setattr(sys.modules["featureshift.localize"], "perf_counter", clock)
    result = MeanGap().localize(rng.random((50, 3)), rng.random((70, 3)), max_rows=60)
    assert result.rows_used == (50, 60)
    assert result.method == "mean-gap"
    assert result.notes[-1].code == "rule"
    assert result.seconds == 2.5


def test_methods_gives_a_copy():
    fs.methods().clear()
    assert "sm-threshold" in fs.methods()


def test_result_keeps_rows_of_what_it_flags_and_of_a_few_others_only(rng):
    reference, query = rng.random((300, 40)), rng.random((300, 40)) + 2.0 * np.eye(1, 40, 5)
    result = MeanGap().localize(reference, query)
    assert result.evidence.features[0] == "x5"
    assert len(result.evidence.features) < 30  # partners, and columns that may say where
    assert "evidence" not in repr(result)
    assert "evidence" not in result.to_dict()
    assert MeanGap().localize(reference, reference).evidence is None

import numpy as np
import pytest

from benchmarks.publish.budget import (
    BUDGETS,
    BudgetRow,
    budget_of_kept_apart,
    budget_of_suite,
    kept,
    read_budget,
    write_budget,
)
from benchmarks.publish.kept_apart import kept_apart
from featureshift.bench.task import find_suite
from featureshift.decide import Scale
from featureshift.errors import OptionError
from featureshift.methods.base import Localizer, MethodInfo, Scores

SMOKE = find_suite("smoke")


class Sure(Localizer):
    """Is nearly sure of every third feature, and doubts the others."""

    info = MethodInfo("sure", "", "", False, False, "", scale=Scale.PROBABILITY)

    def _score(self, pair, rng, progress):
        third = np.arange(pair.n_features) % 3 == 0
        return Scores(np.where(third, 0.98, 0.5), 0.9)


class Silent(Sure):
    info = MethodInfo("sure", "", "", False, False, "")


def test_counts_are_those_of_the_flags_that_keep_within_each_budget():
    rows = budget_of_kept_apart(Sure(), "kept-apart", "factors", 4)
    changed = [kept_apart("factors", number).changed for number in range(4)]
    for budget, step in ((0.01, None), (0.05, 3), (0.2, 3)):
        own = [row for row in rows if row.budget == budget]
        assert sum(row.pairs for row in own) == 4
        assert sum(row.changed for row in own) == sum(each.sum() for each in changed)
        flags = [each[::step] for each in changed] if step else []
        assert sum(row.flags for row in own) == sum(map(len, flags))
        assert sum(row.wrong for row in own) == sum((~each).sum() for each in flags)
        shares = sum((~each).mean() for each in flags)
        assert sum(row.wrong_shares for row in own) == pytest.approx(shares)


def test_the_same_of_a_suite():
    rows = budget_of_suite(Sure(), SMOKE, "sim-factors", None)
    tasks = [task for task in SMOKE.tasks if task.dataset == "sim-factors"]
    assert {row.budget for row in rows} == set(BUDGETS)
    assert sum(row.pairs for row in rows if row.budget == 0.05) == len(tasks)
    assert {row.dataset for row in rows} == {"sim-factors"}


def test_scores_that_promise_nothing_are_refused():
    with pytest.raises(OptionError, match="cannot keep an error budget"):
        budget_of_suite(Silent(), SMOKE, "sim-factors", None)


def test_rows_add_up():
    rows = [
        BudgetRow("m", "s", "u", 1, 0.05, 2, 10, 1, 0.1, 12),
        BudgetRow("m", "s", "v", 16, 0.05, 2, 30, 3, 0.3, 28),
        BudgetRow("m", "s", "v", 16, 0.2, 2, 50, 10, 0.4, 40),
    ]
    first, second = kept(rows)
    assert (first.budget, first.pairs, first.flags) == (0.05, 4, 40)
    assert (first.pooled, first.mean, first.found) == pytest.approx((0.1, 0.1, 0.9))
    assert (second.budget, second.mean) == (0.2, 0.2)


def test_file_round_trip(tmp_path):
    rows = [BudgetRow("m", "s", "u", 1, 0.05, 2, 10, 1, 0.125, 12)]
    write_budget(tmp_path / "m.csv", rows)
    assert read_budget(tmp_path / "m.csv") == rows

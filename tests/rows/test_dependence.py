"""Design effects: by how much rows are worth less than their number."""

import numpy as np
import pytest

from featureshift.engines.reading import read_pair
from featureshift.rows.dependence import (
    OrderedRows,
    design_effects,
    ordered_rows,
    relation_effects,
)


def table(rows, **options):
    return OrderedRows(np.asarray(rows, np.float32), **options)


def series(n, columns, rho, rng):
    noise = rng.normal(size=(n, columns))
    for t in range(1, n):
        noise[t] = rho * noise[t - 1] + np.sqrt(1 - rho**2) * noise[t]
    return noise


def test_independent_rows_are_worth_their_number():
    alarms = [
        design_effects(table(np.random.default_rng(seed).standard_cauchy((1000, 20)))).depend
        for seed in range(50)
    ]
    assert sum(alarms) <= 1


def test_rare_events_meet_by_chance():
    alarms = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        alarms += design_effects(table(rng.random((1000, 300)) < rng.random(300) / 100)).depend
    assert alarms <= 1


@pytest.mark.parametrize("size", [2, 5, 20])
def test_rows_that_repeat_in_stretches(rng, size):
    found = design_effects(table(np.repeat(rng.normal(size=(4000 // size, 6)), size, axis=0)))
    assert found.depend
    assert found.typical == pytest.approx(size, rel=0.35)
    assert (found.cautious >= found.proven).all()


def test_a_series(rng):
    found = design_effects(table(series(5000, 4, 0.8, rng)))
    # of the sign of a normal process, whose correlation is 2 / pi * arcsin(0.8^lag)
    lags = 2 / np.pi * np.arcsin(0.8 ** np.arange(1, 60))
    assert found.typical == pytest.approx(1 + 2 * lags.sum(), rel=0.35)


def test_only_the_columns_that_depend(rng):
    rows = np.concatenate([series(3000, 2, 0.9, rng), rng.normal(size=(3000, 3))], axis=1)
    assert (design_effects(table(rows)).proven > 1).tolist() == [True] * 2 + [False] * 3


@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_binary_columns(rng, share):
    rows = np.repeat(rng.random((200, 4)) < share, 10, axis=0)
    found = design_effects(table(rows))
    assert (found.proven > 1).all()
    assert found.typical == pytest.approx(10, rel=0.35)


def test_spread_and_missing_cells_depend_too(rng):
    spread = np.repeat(np.exp(rng.normal(size=100)), 20) * rng.normal(size=2000)
    holes = np.where(np.repeat(rng.random(100) < 0.3, 20), np.nan, rng.normal(size=2000))
    assert (design_effects(table(np.stack([spread, holes], axis=1))).proven > 1).all()


def test_shuffled_groups_are_found_by_their_names(rng):
    names = rng.permutation(np.repeat(np.arange(200), 10))
    rows = rng.normal(size=(200, 3))[names] + 0.3 * rng.normal(size=(2000, 3))
    assert not design_effects(table(rows)).depend
    found = design_effects(table(rows, groups=names))
    assert found.typical == pytest.approx(8, rel=0.35)


def test_a_short_query_is_hit_less(rng):
    reference = table(np.repeat(rng.normal(size=(100, 3)), 40, axis=0))
    long, short = design_effects(reference).cautious, design_effects(reference, 8).cautious
    assert (short < long / 2).all()


def test_every_so_many_rows_stand_for_all(rng):
    rows = np.repeat(rng.normal(size=(500, 3)), 40, axis=0)
    whole = design_effects(table(rows)).typical
    assert design_effects(table(rows[::4], step=4)).typical == pytest.approx(whole, rel=0.25)


def test_relations_depend_less_than_values(rng):
    rows = series(5000, 3, 0.9, rng)
    partners = np.array([[1], [2], [0]])
    values, relations = design_effects(table(rows)), relation_effects(table(rows), partners)
    assert (relations.cautious > 1).all()
    assert (relations.cautious < values.cautious).all()


def test_constants_and_tiny_tables_say_nothing():
    assert not design_effects(table(np.zeros((1000, 2)))).depend
    assert not design_effects(table(np.full((1000, 2), np.nan))).depend
    assert not design_effects(table(np.arange(8.0)[:, None])).depend


def test_time_puts_the_rows_in_order(rng):
    rows, when = series(2000, 3, 0.9, rng), rng.permutation(2000)
    shuffled = np.concatenate([rows, np.arange(2000)[:, None]], axis=1)[when]
    unordered = read_pair(shuffled, shuffled, ignore="x3")
    ordered = read_pair(shuffled, shuffled, time="x3")
    assert not design_effects(ordered_rows(unordered.reference)).depend
    assert design_effects(ordered_rows(ordered.reference)).depend
    assert ordered.features == ("x0", "x1", "x2")


def test_cells_that_another_column_misses_say_nothing_of_a_full_one(rng):
    full = np.repeat(rng.normal(size=300), 10)
    gaps = np.where(rng.random(3000) < 0.1, np.nan, rng.normal(size=3000))
    alone = design_effects(table(full[:, None])).cautious
    beside = design_effects(table(np.stack([full, gaps], axis=1))).cautious
    assert beside[0] == alone[0] < 30

"""The sum of two profiles is the profile of both tables."""

import numpy as np
import pyarrow as pa
import pytest

import featureshift as fs
from featureshift.errors import ProfileError
from featureshift.tables.profile.packed import packed


@pytest.fixture(params=[100_000, 1000, 40])
def sampled(request, monkeypatch):
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.FEWEST_ROWS", 1)
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", request.param)


def table(rng, n, often=()):
    """Rows of which some are repeated so often."""
    rows = np.concatenate([np.arange(n), *(np.full(count, row) for row, count in often)])
    columns = {
        "x": np.where(rng.random(n) < 0.1, np.nan, rng.normal(size=n)),
        "id": [str(number) for number in range(n)],
        "color": rng.choice(["red", "green"], n),
    }
    return pa.table(columns).take(rows)


def summary(profile):
    """All that is in it but the few cells, which depend on how a table is cut."""
    return {k: list(v) for k, v in packed(profile).items() if not k.startswith("cells.")}


def assert_same(first, second):
    for name, part in summary(first).items():
        np.testing.assert_array_equal(part, summary(second)[name], err_msg=name)
    assert first.summary.sample.limit == second.summary.sample.limit


@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize("sizes", [(300, 500), (30, 3000), (2500, 1500), (3000, 5)])
def test_it_is_that_of_the_table_that_holds_both(rng, sizes):
    first, second = (table(rng, n) for n in sizes)
    whole = fs.profile(pa.concat_tables([first, second]))
    assert_same(fs.profile(first) + fs.profile(second), whole)


@pytest.mark.usefixtures("sampled")
def test_rows_that_are_frequent_in_both_are_counted_in_both(rng):
    first = table(rng, 2000, often=[(0, 600), (1, 500)])
    second = pa.concat_tables([table(rng, 1500), first.take([0] * 400 + [1] * 300)])
    whole = fs.profile(pa.concat_tables([first, second]))
    assert_same(fs.profile(first) + fs.profile(second), whole)


def test_of_rows_frequent_in_one_only_few_are_not_counted(rng, monkeypatch):
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)
    first = table(rng, 2000, often=[(row, 100) for row in range(8)])
    second = pa.concat_tables([table(rng, 1500), first.take(list(range(8)) * 5)])
    whole = fs.profile(pa.concat_tables([first, second])).summary.sample
    found = (fs.profile(first) + fs.profile(second)).summary.sample
    np.testing.assert_array_equal(found.keys, whole.keys)
    np.testing.assert_array_equal(found.frequent, whole.frequent)
    lost = whole.counts - found.counts
    assert set(lost.tolist()) == {0, 5}
    assert found.is_frequent[lost > 0].all()


@pytest.mark.usefixtures("sampled")
def test_the_sum_of_three_does_not_depend_on_the_order_of_adding(rng):
    a, b, c = (fs.profile(table(rng, n)) for n in (700, 1200, 40))
    assert_same((a + b) + c, a + (b + c))


def test_profiles_stay_as_they_are(rng):
    first, second = (fs.profile(table(rng, 200)) for _ in range(2))
    before = repr(packed(first)), repr(packed(second))
    first + second
    assert (repr(packed(first)), repr(packed(second))) == before


def test_few_cells_are_those_of_both(rng):
    first, second = (fs.profile({"t": [text] * 2000}) for text in ("1,5", "2.5"))
    both = first + second
    assert len(both.cells.values) == 1000
    assert sorted(both.cells.levels[0].values()) == ["1,5", "2.5"]


def test_an_empty_column_takes_the_type_of_the_other():
    empty, full = fs.profile(pa.table({"t": pa.nulls(3)})), fs.profile({"t": ["a", "b", "a"]})
    whole = fs.profile({"t": [None] * 3 + ["a", "b", "a"]})
    assert_same(empty + full, whole)
    assert (empty + full).columns == (full + empty).columns == whole.columns


def test_a_sum_can_be_saved_and_compared(rng, tmp_path):
    first, second, query = (table(rng, n) for n in (400, 600, 500))
    (fs.profile(first) + fs.profile(second)).save(tmp_path / "both.fsp")
    wanted = fs.localize(pa.concat_tables([first, second]), query)
    np.testing.assert_array_equal(fs.localize(tmp_path / "both.fsp", query).scores, wanted.scores)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ({"a": [1.0]}, "only in one of them: b"),
        ({"b": ["x"], "a": [1.0]}, "another order"),
        ({"a": ["x"], "b": ["x"]}, "numeric and categorical"),
    ],
)
def test_other_columns_are_refused(other, told):
    with pytest.raises(ProfileError, match=told):
        fs.profile({"a": [1.0], "b": ["x"]}) + fs.profile(other)


def test_only_profiles_can_be_added():
    with pytest.raises(TypeError):
        fs.profile({"a": [1.0]}) + 1

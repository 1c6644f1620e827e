import datetime

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift import comparing
from featureshift.errors import OptionError, TableError, UnknownNameError
from featureshift.tables.files import parquet
from featureshift.tables.table import HEAD_ROWS


def site(rng, n=1500, spread=1.0):
    z = rng.normal(size=(n, 1))
    frame = pd.DataFrame(z + rng.normal(size=(n, 5)), columns=list("abcde"))
    frame["b"] *= spread
    frame["color"] = rng.choice(["red", "green", "blue"], n)
    return frame


@pytest.fixture(scope="module")
def sites():
    rng = np.random.default_rng(7)
    return {f"s{k}": site(rng, spread=2.0 if k == 3 else 1.0) for k in range(5)}


@pytest.fixture(scope="module")
def compared(sites):
    return fs.compare(sites)


def test_the_odd_source_is_told_and_does_not_stain_the_others(compared):
    assert compared.odd == ("s3",)
    assert compared["s3"].shifted_features == ("b",)
    assert compared.pool == ("s0", "s1", "s2", "s4")
    assert compared.left_out == {}
    assert compared["s0"].labels == ("the others", "s0")


def test_an_ordinary_source_is_compared_with_the_other_ordinary_ones(sites, compared):
    others = pd.concat([sites[name] for name in ("s1", "s2", "s4")])
    wanted = fs.localize(others, sites["s0"])
    np.testing.assert_array_equal(compared["s0"].scores, wanted.scores)


def test_groups_of_one_table_are_as_if_they_were_sources(sites, compared):
    whole = pd.concat([frame.assign(site=name) for name, frame in sites.items()])
    found = fs.compare_groups(whole, "site")
    assert found.by == "site"
    assert set(found.sources) == set(compared.sources)
    for name in compared:
        np.testing.assert_allclose(found[name].scores, compared[name].scores)
    assert "site" not in found.features


def test_twenty_sources_are_read_twenty_times(rng, tmp_path, monkeypatch):
    read = []
    plain = parquet._row_groups

    def counted(file, numbers, names, indices, rows):
        if rows > HEAD_ROWS:
            read.append(file.name)
        return plain(file, numbers, names, indices, rows)

    monkeypatch.setattr(parquet, "_row_groups", counted)
    paths = {}
    for k in range(20):
        paths[f"h{k}"] = tmp_path / f"h{k}.parquet"
        pa.parquet.write_table(pa.table({"x": rng.normal(size=60) + (k == 4)}), paths[f"h{k}"])
    found = fs.compare(paths)
    assert len(found) == 20
    assert sorted(read) == sorted(map(str, paths.values()))


def test_columns_in_another_order_are_the_same_columns(sites, compared):
    turned = {name: frame[list(frame.columns[::-1])] for name, frame in sites.items()}
    mixed = {name: (turned if k % 2 else sites)[name] for k, name in enumerate(sites)}
    found = fs.compare(mixed)
    assert found.pool == compared.pool
    assert found.odd == compared.odd


def test_a_source_that_lacks_a_column_is_odd_and_no_norm(sites):
    found = fs.compare(sites | {"s1": sites["s1"].drop(columns="c")})
    assert "s1" in found.odd
    assert "s1" not in found.pool
    assert found["s1"].schema.broken
    assert np.isnan(found.scores[found.sources.index("s1"), found.features.index("c")])
    assert found["s0"].features == (*"abcde", "color")


def test_sources_that_are_all_different_cannot_be_pooled(rng):
    sources = {name: {name: rng.normal(size=50), "x": rng.normal(size=50)} for name in "abc"}
    with pytest.raises(TableError, match="no two sources have the same columns"):
        fs.compare(sources)
    assert len(fs.compare(sources, columns="x")) == 3


def test_two_sources_are_each_the_pool_of_the_other(rng):
    one, other = ({"x": rng.normal(size=500) * k} for k in (1, 3))
    found = fs.compare({"one": one, "other": other})
    assert set(found.odd) == {"one", "other"}
    wanted = fs.localize(one, other)
    np.testing.assert_array_equal(found["other"].scores, wanted.scores)


def test_profiles_are_sources_too(sites, compared):
    found = fs.compare({name: fs.profile(frame) for name, frame in sites.items()})
    for name in compared:
        np.testing.assert_array_equal(found[name].scores, compared[name].scores)


def test_few_rows_are_told(sites):
    found = fs.compare(sites | {"tiny": sites["s0"][:20]})
    assert found.left_out == {"tiny": "20 rows are too few to compare: fewer than 30"}
    assert "tiny" not in found


def test_no_sources(sites):
    for wrong in ({}, {"s0": sites["s0"]}, [sites["s0"], sites["s1"]]):
        with pytest.raises(OptionError, match="no sources to compare"):
            fs.compare(wrong)
    with pytest.raises(TableError, match="no two sources"):
        fs.compare({"a": sites["s0"][:5], "b": sites["s1"]})


def test_memory_is_shared_among_the_sources(sites, monkeypatch):
    monkeypatch.setattr(comparing, "KEPT_CELLS", 5 * 6 * 300)
    monkeypatch.setattr(comparing, "FEWEST_KEPT", 100)
    kept = []
    plain = comparing.compare_profiles

    def noted(profiles, **options):
        kept.extend(len(each.summary.sample) for each in profiles.values())
        return plain(profiles, **options)

    monkeypatch.setattr(comparing, "compare_profiles", noted)
    assert fs.compare(sites).odd == ("s3",)
    assert kept == [300] * 5


class TestGroups:
    def test_small_groups_and_missing_values_are_told(self, rng):
        names = ["f"] * 200 + ["m"] * 200 + ["x"] * 7 + [None] * 3
        found = fs.compare_groups({"v": rng.normal(size=410), "sex": names}, "sex")
        assert set(found.sources) == {"f", "m"}
        assert found.left_out == {
            "x": "7 rows are too few to compare: fewer than 30",
            "(missing)": "3 rows have no value in 'sex'",
        }

    @pytest.mark.parametrize(
        ("values", "names"),
        [
            ([2019, 2020], {"2019", "2020"}),
            ([0.5, 1.5], {"0.5", "1.5"}),
            ([True, False], {"true", "false"}),
            ([datetime.date(2025, 1, 1), datetime.date(2025, 2, 1)], {"2025-01-01", "2025-02-01"}),
        ],
    )
    def test_numbers_flags_and_dates_with_few_values_are_groups(self, rng, values, names):
        table = {"v": rng.normal(size=100), "by": values * 50}
        assert set(fs.compare_groups(table, "by").sources) == names

    @pytest.mark.parametrize(
        ("by", "remedy"),
        [
            (np.arange(400.0), "ranges"),
            (pd.date_range("2025-01-01", periods=400), "split-at"),
            ([f"id{k}" for k in range(400)], "fewer groups"),
        ],
    )
    def test_too_many_values_are_refused_with_a_remedy(self, rng, by, remedy):
        table = pd.DataFrame({"v": rng.normal(size=400), "by": by})
        with pytest.raises(OptionError, match=remedy):
            fs.compare_groups(table, "by")

    def test_one_group_is_none(self, rng):
        with pytest.raises(TableError, match="no two groups"):
            fs.compare_groups({"v": rng.normal(size=100), "by": ["a"] * 100}, "by")

    def test_an_unknown_column(self, rng):
        with pytest.raises(UnknownNameError, match="did you mean 'sex'"):
            fs.compare_groups({"v": rng.normal(size=9), "sex": ["a"] * 9}, "sexx")

    def test_a_column_that_cannot_divide(self):
        with pytest.raises(TableError, match="cannot divide"):
            fs.compare_groups(pa.table({"v": [1, 2], "by": [[1], [2]]}), "by")


class TestSplit:
    @pytest.fixture
    def series(self, rng):
        frame = site(rng, 3000)
        frame["ts"] = pd.date_range("2025-01-01", periods=3000, freq="h")
        late = frame["ts"] >= "2025-02-20"
        frame.loc[late, "d"] += 1.0
        return frame

    def test_after_against_before(self, series):
        found = fs.compare_split(series, "ts", "2025-02-20")
        late = series["ts"] >= "2025-02-20"
        wanted = fs.localize(series[~late], series[late], time="ts")
        assert found.shifted_features == ("d",)
        np.testing.assert_array_equal(found.scores, wanted.scores)
        assert found.labels == ("before 2025-02-20", "from 2025-02-20")

    @pytest.mark.parametrize(
        "at", [datetime.date(2025, 2, 20), "2025-02-20T00:00:00+00:00", "2025-02-19 23:59"]
    )
    def test_ways_to_say_when(self, series, at):
        assert fs.compare_split(series, "ts", at).rows_used.reference == 1200

    def test_numbers_can_be_split_too(self, rng):
        table = {"v": rng.normal(size=100), "step": [*range(99), None]}
        assert tuple(fs.compare_split(table, "step", 50).rows_used) == (50, 49)

    def test_what_cannot_be_split(self, series):
        with pytest.raises(OptionError, match="is no date"):
            fs.compare_split(series, "ts", "some day")
        with pytest.raises(TableError, match="no row of 'ts' is before 2020-01-01"):
            fs.compare_split(series, "ts", "2020-01-01")
        with pytest.raises(TableError, match="cannot be split"):
            fs.compare_split(series, "color", "2025-01-01")
        with pytest.raises(OptionError, match="holds numbers"):
            fs.compare_split(series, "a", "2025-01-01")

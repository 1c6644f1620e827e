"""A profile in place of a table: the same scores, flags, schema, facts and explanation."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest

import featureshift as fs
from featureshift.errors import OptionError, ProfileError, TableError


def frame(n, seed):
    """Columns of every kind, with missing cells, repeated rows, ids and numbers as text."""
    rng = np.random.default_rng(seed)
    z = rng.normal(size=n)
    table = pd.DataFrame(
        {
            "x": np.where(rng.random(n) < 0.05, np.nan, z + rng.normal(size=n)),
            "y": z + rng.normal(size=n),
            "count": rng.poisson(3, n),
            "color": pd.Categorical(rng.choice(["red", "green", "blue"], n)),
            "code": pd.Categorical(rng.choice([1, 2, 30], n)),
            "flag": rng.random(n) < 0.1,
            "when": pd.Timestamp("2025-01-01") + pd.to_timedelta(rng.integers(0, 10**7, n), "s"),
            "id": [f"user-{number}" for number in rng.integers(0, 10**9, n)],
            "price": [f"{price:.1f}".replace(".", ",") for price in rng.gamma(2, 10, n)],
        }
    )
    table.loc[[3, 4, 5, *range(n - 40, n)]] = table.iloc[[3, 4, 5, *[7] * 40]].to_numpy()
    return table.astype({"count": int, "flag": bool, "x": float, "y": float})


def as_pandas(table, path):
    return table


def as_csv(table, path):
    table.to_csv(path / f"{len(table)}.csv", index=False)
    return path / f"{len(table)}.csv"


def as_parquet(table, path):
    written = pa.Table.from_pandas(table, preserve_index=False)
    pa.parquet.write_table(written, path / f"{len(table)}.parquet", row_group_size=700)
    return path / f"{len(table)}.parquet"


def as_polars(table, path):
    return pytest.importorskip("polars").from_pandas(table)


def as_is(query):
    return query


def shifted(query):
    return query.assign(y=query["y"] * 1.5, color="red")


def broken(query):
    """Columns gone, new, renamed, as text, as numbers, in another order."""
    changed = query.assign(
        x=query["x"].map(lambda number: f"{number:.3f} km"),
        when=query["when"].dt.strftime("%d.%m.%Y"),
        price=query["price"].str.replace(",", ".").astype(float),
        code=query["code"].astype(int),
        extra=1.0,
    )
    return changed.rename(columns={"count": "number"}).drop(columns="flag")[::-1]


def without_a_column(query):
    return query.drop(columns="id")


def all_of(result):
    """Everything in a result but how long it took."""
    return {
        "features": result.features,
        "scores": result.scores.tolist(),
        "shifted": result.shifted_features,
        "threshold": result.threshold,
        "rows": result.rows_used,
        "notes": result.notes,
        "table": result.table,
        "schema": result.schema,
        "effects": str(result.effect_values) + str(result.effect_relations),
        "events": result.events,
        "explanation": str(result.explain()),
    }


@pytest.fixture
def sampled(monkeypatch):
    """GraphNet looks at 1,000 rows of a table at most."""
    monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)


def saved(table, path):
    fs.profile(table).save(path / "ref.fsp")
    return path / "ref.fsp"


@pytest.mark.parametrize("change", [as_is, shifted, broken, without_a_column])
@pytest.mark.parametrize("source", [as_pandas, as_csv, as_parquet, as_polars])
def test_a_profile_that_holds_all_rows_gives_the_verdict_of_the_table(source, change, tmp_path):
    reference, query = source(frame(2500, 0), tmp_path), change(frame(2000, 1))
    assert all_of(fs.localize(saved(reference, tmp_path), query)) == all_of(
        fs.localize(reference, query)
    )


@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize("change", [as_is, shifted])
@pytest.mark.parametrize("source", [as_pandas, as_csv, as_parquet, as_polars])
def test_so_does_one_that_holds_a_sample(source, change, tmp_path):
    reference = source(frame(2500, 0), tmp_path)
    query = source(change(frame(2000, 1)), tmp_path)
    profile = fs.load_profile(saved(reference, tmp_path))
    assert not profile.holds_all_rows
    assert all_of(fs.localize(profile, query)) == all_of(fs.localize(reference, query))


@pytest.mark.usefixtures("sampled")
def test_either_table_may_be_a_profile():
    reference, query = frame(2500, 0), shifted(frame(2000, 1))
    wanted = all_of(fs.localize(reference, query))
    assert all_of(fs.localize(reference, fs.profile(query))) == wanted
    assert all_of(fs.localize(fs.profile(reference), fs.profile(query))) == wanted


@pytest.mark.usefixtures("sampled")
@pytest.mark.parametrize(
    "options",
    [
        {"max_rows": 500},
        {"groups": "color"},
        {"time": "when"},
        {"n_shifted": 2},
        {"method": "sm-threshold", "max_rows": 700},
        {"method": "fslnet", "max_rows": 200},
    ],
)
def test_options_mean_the_same(options):
    reference, query = frame(2500, 0), shifted(frame(2000, 1))
    wanted = fs.localize(reference, query, **options)
    found = fs.localize(fs.profile(reference), query, **options)
    assert all_of(found) == all_of(wanted)


@pytest.mark.usefixtures("sampled")
def test_where_other_columns_are_compared_a_note_says_so():
    reference, query = frame(2500, 0), shifted(frame(2000, 1))
    wanted = fs.localize(reference, query, ignore="id")
    found = fs.localize(fs.profile(reference), query, ignore="id")
    # Other rows are sampled: of two columns that are surely shifted, either may have more.
    assert set(found.shifted_features) == set(wanted.shifted_features)
    assert found.schema == wanted.schema
    assert next(note.code for note in found.notes if note not in wanted.notes) == "profile"
    same = fs.localize(fs.profile(reference, ignore="id"), query, ignore="id")
    assert all_of(same) == all_of(wanted)


@pytest.mark.usefixtures("sampled")
def test_texts_are_read_as_numbers_where_the_query_has_numbers():
    reference, query = frame(2500, 0), broken(frame(2000, 1))
    wanted = fs.localize(reference, query)
    found = fs.localize(fs.profile(reference), query)
    assert found.features == wanted.features
    assert {"price", "code"} <= set(found.features)
    assert found.schema == wanted.schema
    assert "profile" in [note.code for note in found.notes]


@pytest.mark.usefixtures("sampled")
def test_a_table_of_few_contents_is_known_exactly_with_any_columns():
    rng = np.random.default_rng(0)
    reference, query = (
        pd.DataFrame({name: rng.choice(list("abcd"), n) for name in "pqr"}) for n in (3000, 2000)
    )
    wanted = fs.localize(reference, query, ignore="p")
    assert all_of(fs.localize(fs.profile(reference), query, ignore="p")) == all_of(wanted)


def test_columns_that_are_only_numbered_take_the_names_of_the_query(tmp_path):
    rng = np.random.default_rng(0)
    reference, query = rng.normal(size=(500, 3)), rng.normal(size=(400, 3))
    named = pd.DataFrame(query, columns=["a", "b", "c"])
    path = saved(reference, tmp_path)
    assert all_of(fs.localize(path, query)) == all_of(fs.localize(reference, query))
    assert all_of(fs.localize(path, named)) == all_of(fs.localize(reference, named))


@pytest.mark.usefixtures("sampled")
def test_a_method_that_reads_all_rows_needs_them():
    reference, query = frame(2500, 0), frame(2000, 1)
    for method in ("sm-threshold", "fslnet"):
        with pytest.raises(ProfileError, match=r"does not hold all its rows(.|\n)*max_rows"):
            fs.localize(fs.profile(reference), query, method=method)


@pytest.mark.parametrize("source", [as_csv, as_parquet])
def test_where_a_profile_has_all_rows_any_method_reads_them(source, tmp_path):
    reference, query = source(frame(2500, 0), tmp_path), shifted(frame(2000, 1))
    profile = fs.load_profile(saved(reference, tmp_path))
    for method in ("sm-threshold", "select-k-best"):
        wanted = fs.localize(reference, query, method=method)
        found = fs.localize(profile, query, method=method)
        # Sums over rows are rounded where a file is cut, which a profile does not know.
        np.testing.assert_allclose(found.scores, wanted.scores, rtol=1e-6, atol=1e-9)
        assert found.shifted_features == wanted.shifted_features
        assert found.notes == wanted.notes


@pytest.mark.usefixtures("sampled")
def test_a_method_that_would_take_more_rows_is_told_so():
    reference, query = frame(2500, 0), frame(2000, 1)
    result = fs.localize(fs.profile(reference), query, method="select-k-best")
    told = [note.message for note in result.notes if note.code == "profile"]
    assert len(told) == 1
    assert "at most 1,000 rows" in told[0]


def test_a_profile_does_not_change_with_the_table():
    table = np.random.default_rng(0).normal(size=(500, 3))
    before = table.copy()
    profile = fs.profile(table)
    table[:] = 0
    wanted = fs.localize(before, before[:300])
    assert all_of(fs.localize(profile, before[:300])) == all_of(wanted)


def test_the_profile_of_a_profile_is_itself(tmp_path):
    path = saved({"a": [1.0, 2.0]}, tmp_path)
    profile = fs.profile(path)
    assert fs.profile(profile) is profile
    with pytest.raises(OptionError, match="other columns"):
        fs.profile(profile, ignore="a")


def test_what_cannot_be_compared_is_no_profile():
    with pytest.raises(TableError, match="nothing to profile"):
        fs.profile({"a": []})
    with pytest.raises(TableError, match="nothing to profile"):
        fs.profile(pa.table({"a": [[1], [2]]}))


def test_progress_is_told():
    shares = []
    fs.profile(np.zeros((100, 2)), progress=shares.append)
    assert shares[-1] == 1.0


def test_the_dialect_of_the_file_is_known(tmp_path):
    plain, other = tmp_path / "plain.csv", tmp_path / "other.csv"
    frame(500, 0).to_csv(plain, index=False)
    frame(400, 1).to_csv(other, index=False, sep=";", decimal=",")
    wanted = fs.localize(plain, other)
    assert "written with ';' between fields" in str(wanted.schema.changes)
    assert all_of(fs.localize(saved(plain, tmp_path), other)) == all_of(wanted)

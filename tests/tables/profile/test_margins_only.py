"""A profile without rows keeps each column by itself, and a comparison with it says so."""

import numpy as np
import pytest

import featureshift as fs
from featureshift.errors import OptionError, ProfileError
from featureshift.tables.profile import file as files

N = 3000


def table(rng, shift=0.0):
    z = rng.normal(size=N)
    return {
        "id": [f"p{k}" for k in rng.permutation(10 * N)[:N]],
        "name": [f"n{k}" for k in rng.permutation(10 * N)[:N]],
        "a": z + shift,
        "b": z + 0.1 * rng.normal(size=N),
        "color": rng.choice(["red", "green", None], N),
    }


@pytest.fixture(params=["all rows", "a sample"])
def few_or_all(request, monkeypatch):
    if request.param == "a sample":
        monkeypatch.setattr("featureshift.methods.graphnet.localizer.EFFECTIVE_ROWS", 1000)


def values_of(profile):
    sample = profile.summary.sample
    return sample.take(np.arange(len(sample)))


@pytest.mark.usefixtures("few_or_all")
def test_columns_are_kept_and_rows_are_not(rng):
    kept = fs.profile(table(rng))
    profile = kept.without_rows()
    with_rows, without = values_of(kept), values_of(profile)
    for own, other in zip(np.sort(with_rows, axis=0).T, np.sort(without, axis=0).T, strict=True):
        np.testing.assert_array_equal(own, other)
    places = [profile.places[j] for j, c in enumerate(profile.columns) if c.name in "ab"]
    assert np.corrcoef(with_rows[:, places].T)[0, 1] > 0.9
    assert abs(np.corrcoef(without[:, places].T)[0, 1]) < 0.15
    rows = {tuple(row) for row in with_rows[:, :3].tolist()}
    assert not rows & {tuple(row) for row in without[:, :3].tolist()}


def test_nothing_else_tells_rows(rng):
    """Neither the first row, nor texts in the order of their occurrence, nor a few cells."""
    columns = table(rng)
    profile = fs.profile(columns, rows=False)
    scan, cells = profile.summary.scan, profile.cells
    assert np.isnan(scan.first).all()
    assert np.isnan(scan.last).all()
    pairs = set(zip(columns["id"], columns["name"], strict=True))
    for texts in (
        [list(scan.levels[j].texts.values()) for j in (0, 1)],
        [list(cells.levels[j].values()) for j in (0, 1)],
        [[cells.levels[j][h] for h in cells.values[:, j].tolist()] for j in (0, 1)],
    ):
        together = pairs & set(zip(*texts, strict=False))
        assert len(together) < 10  # by chance about one


@pytest.mark.usefixtures("few_or_all")
def test_saved_and_loaded(rng, tmp_path):
    profile = fs.profile(table(rng), rows=False)
    profile.save(tmp_path / "ref.fsp")
    again = fs.load_profile(tmp_path / "ref.fsp")
    assert not again.has_rows
    assert repr(again).endswith("margins only)")
    query = table(rng, 0.5)
    found, wanted = fs.localize(again, query), fs.localize(profile, query)
    np.testing.assert_array_equal(found.scores, wanted.scores)


def test_versions_that_know_only_rows_refuse_it(rng, tmp_path, monkeypatch):
    fs.profile(table(rng), rows=False).save(tmp_path / "margins.fsp")
    fs.profile(table(rng)).save(tmp_path / "rows.fsp")
    monkeypatch.setattr(files, "FORMAT", files.FORMAT_WITH_ROWS)
    assert fs.load_profile(tmp_path / "rows.fsp").has_rows
    with pytest.raises(ProfileError, match="later version"):
        fs.load_profile(tmp_path / "margins.fsp")


@pytest.mark.usefixtures("few_or_all")
@pytest.mark.parametrize("swap", [False, True])
def test_margins_are_judged_and_relations_are_not(rng, swap):
    profile = fs.profile(table(rng), rows=False)

    def verdict(query):
        return fs.localize(*((query, profile) if swap else (profile, query)))

    unchanged, moved, broken = table(rng), table(rng, 0.5), table(rng)
    broken["a"] = rng.permutation(broken["a"])
    assert verdict(unchanged).shifted_features == ()
    found = verdict(moved)
    assert "a" in found.shifted_features
    assert found.features[found.scores.argmax()] == "a"
    assert verdict(broken).shifted_features == ()
    role = "query" if swap else "reference"
    (note,) = [note for note in verdict(moved).notes if note.code == "margins-only"]
    assert note.message.startswith(f"the {role} kept no rows")


def test_what_needs_rows_is_refused(rng):
    profile, query = fs.profile(table(rng), rows=False), table(rng)
    with pytest.raises(OptionError, match="groups and times"):
        fs.localize(profile, query, time="a")
    with pytest.raises(ProfileError, match="keeps no rows"):
        fs.localize(profile, query, method="sm-threshold")


@pytest.mark.usefixtures("few_or_all")
def test_sums_hold_each_table_by_its_share(rng):
    first = fs.profile({"x": np.zeros(3000), "y": rng.normal(size=3000)}, rows=False)
    second = fs.profile({"x": np.ones(1000), "y": rng.normal(size=1000)})
    both = first + second
    assert not both.has_rows
    assert both.n_rows == 4000
    place = both.places[0]
    sample = both.summary.sample
    assert sample.take(sample.shuffled())[:, place].mean() == pytest.approx(0.25, abs=0.01)

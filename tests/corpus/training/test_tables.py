import numpy as np

from featureshift.corpus import Folder
from featureshift.corpus.training.tables import FolderTables


def test_fitting_and_cache(small_corpus):
    tables = FolderTables(
        Folder(small_corpus), ["apple", "kite"], filtered=False, cache_megabytes=0
    )
    assert tables.fitting(240, 9) == ["apple", "kite"]
    assert tables.fitting(241, 9) == tables.fitting(240, 10) == []
    assert tables.load("apple") is tables.load("apple")
    first = tables.load("apple")
    tables.load("kite")
    assert tables.load("apple") is not first


def test_the_paper_s_filter_may_leave_nothing(small_corpus):
    tables = FolderTables(Folder(small_corpus), ["apple"], filtered=True, cache_megabytes=1)
    assert tables.load("apple").n_rows == 0


def test_infinite_values_are_missing(write_folder, rng):
    values = rng.random((240, 9)).astype(np.float32)
    values[0, 0] = np.inf
    folder = write_folder({"wild": ("t:wild.csv", values, list("abcdefghi"))})
    loaded = FolderTables(Folder(folder), ["wild"], filtered=False, cache_megabytes=1).load("wild")
    assert np.isnan(loaded.values[0, 0])
    assert np.isfinite(loaded.values[1:]).all()

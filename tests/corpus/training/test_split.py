from pathlib import Path

import numpy as np
import pytest

from featureshift.corpus import Folder
from featureshift.corpus.training.families import families
from featureshift.corpus.training.split import card, split_folder
from featureshift.errors import AbsentDataError

SHARED = Path(__file__).parents[4] / "shared" / "data" / "train"


def split(folder, n=4, seed=0, **options):
    rng = np.random.default_rng(seed)
    return split_folder(Folder(folder), n, rng, min_rows=100, min_features=8, **options)


def check(folder, parts):
    names = [*parts.training, *parts.validation, *parts.reserved, *(n for n, _ in parts.excluded)]
    assert sorted(names) == sorted(folder.names())
    family = families(card(folder, name, by_content=False) for name in folder.names())
    held = {family[name] for name in (*parts.validation, *parts.reserved)}
    assert held.isdisjoint(family[name] for name in parts.training)


def test_families_never_straddle(write_folder, rng):
    def table(columns):
        return rng.normal(size=(240, 9)).astype(np.float32), columns

    tables = {}
    for word in ("apple", "brick", "cloud", "drum"):
        for year in (2001, 2002, 2003):
            name = f"{word}_{year}"
            tables[name] = (f"t:{name}.csv", *table([f"{name} {j}" for j in range(9)]))
    tables["musk"] = ("t:musk.csv", *table([f"m{j}" for j in "abcdefghi"]))
    folder = write_folder(tables)
    for seed in range(5):
        parts = split(folder, 2, seed)
        check(Folder(folder), parts)
        assert len(parts.validation) == 2
        assert len(parts.reserved) == 4
        assert dict(parts.excluded) == {"musk": "named like a benchmark table"}


def test_the_split_depends_on_the_seed_alone(small_corpus):
    assert split(small_corpus) == split(small_corpus)
    assert split(small_corpus) != split(small_corpus, seed=1)


def test_too_few_families(small_corpus):
    with pytest.raises(AbsentDataError, match="families"):
        split(small_corpus, 12)


@pytest.mark.skipif(not SHARED.exists(), reason="no training corpus beside the repository")
def test_the_corpus_beside_the_repository():
    folder = Folder(SHARED)
    parts = split(SHARED, 50, by_content=False)
    check(folder, parts)
    assert len(parts.validation) == 50
    assert len(parts.training) > 1500

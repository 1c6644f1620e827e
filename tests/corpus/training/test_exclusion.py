import numpy as np
import pytest

from featureshift.corpus import Dataset, Folder, Provenance
from featureshift.corpus.folder import FolderEntry
from featureshift.corpus.training.exclusion import (
    BenchmarkContent,
    column_hashes,
    named_like_benchmark,
    refuse_evaluation,
)
from featureshift.errors import OptionError


def entry(name, source="somewhere:file.csv", *, evaluation_only=False):
    origin = Provenance(source, "CC0-1.0", evaluation_only)
    return FolderEntry(name, f"{name}.parquet", 300, 9, False, origin, None)


@pytest.mark.parametrize(
    "name",
    [
        "gas_sensor_drift", "gas_data", "covid_deaths", "appliances_energy", "uci_musk2", "scene",
        "mnist_784", "fashion_mnist", "coil20", "w8a", "jasmine", "founders_sim", "dilbert",
        "canine", "phenotypes", "cifar10",
    ],
)  # fmt: skip
def test_benchmark_tables_are_known_by_name(name):
    assert named_like_benchmark(entry(name))
    assert named_like_benchmark(entry("other", f"github:a/b:{name}.csv"))


@pytest.mark.parametrize(
    "name",
    ["gasoline_prices", "energy_efficiency", "las_vegas", "obscene_words", "bglr_mice_pheno"],
)
def test_other_tables_are_not(name):
    assert not named_like_benchmark(entry(name))


def test_evaluation_tables_are_refused():
    with pytest.raises(OptionError, match="cannot be trained on"):
        refuse_evaluation([entry("fine"), entry("taken", evaluation_only=True)])


def test_a_copy_is_found_by_content(tmp_path, rng):
    values = rng.random((300, 8)).astype(np.float32)
    np.savez(tmp_path / "secret.npz", X=values)
    header = "name,file,n_samples,n_features,type,source,license"
    line = "secret,secret.npz,300,8,continuous,x,CC0"
    (tmp_path / "MANIFEST.csv").write_text(f"{header}\n{line}\n")
    content = BenchmarkContent(Folder(tmp_path))
    shuffled = 7 * values[rng.permutation(300)][:, rng.permutation(8)] + 1
    copy = np.column_stack([shuffled, np.arange(300)]).astype(np.float32)
    origin = Provenance("x", "CC0")
    assert content.overlap(Dataset("copy", copy, np.zeros(9, bool), origin)) == "secret"
    other = rng.random((300, 8)).astype(np.float32)
    assert content.overlap(Dataset("other", other, np.zeros(8, bool), origin)) is None


def test_constant_columns_have_no_hash():
    assert column_hashes(np.ones((5, 3), np.float32)) == frozenset()

"""From the server's responses to a corpus that training splits: no network is used."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import numpy as np
import pytest

from featureshift.cli.train import app
from featureshift.corpus import Folder, cleaning
from featureshift.corpus.training.families import families
from featureshift.corpus.training.harvest import harvest
from featureshift.corpus.training.split import card, split_folder
from featureshift.corpus.training.tables import FolderTables
from featureshift.errors import AbsentDataError, OptionError, UnreadableTableError
from featureshift.methods.fslnet.training.config import load_config

from .. import test_openml

server = test_openml.server


class Tables:
    """Made-up tables that the fake server of ``test_openml`` offers in the real one's formats."""

    def __init__(self, folder, paths, asked):
        self._folder, self._paths, self._listed, self.asked = folder, paths, [], asked
        self._list()

    def offer(self, data_id, name, values, *, listed=None, told=None, levels=0, broken=False):
        """List a table, perhaps under another name, or with other sizes than it has.

        ``levels`` of its last columns are categorical, a target comes after.
        """
        n_rows, n_features = values.shape
        self._listed.append((data_id, listed or name, *(told or (n_rows, n_features + 1))))
        self._list()
        if broken:
            return
        description = (self._folder / "data_61001.xml").read_text("utf-8")
        description = description.replace("61001", str(data_id)).replace("plants", name)
        description = description.replace("alive,fruit", "target").replace("CC0", "CC-BY")
        kept = [line for line in description.splitlines() if "md5" not in line]
        kept = [line for line in kept if "ignore_attribute" not in line]
        (self._folder / f"{data_id}.xml").write_text("\n".join(kept), "utf-8")
        (self._folder / f"{data_id}.arff").write_text(_arff(values, levels), "utf-8")
        self._paths[f"/api/v1/xml/data/{data_id}"] = f"{data_id}.xml"
        self._paths[f"/data/v1/download/{data_id}/{name}.arff"] = f"{data_id}.arff"

    def asked_for(self, data_id):
        return sum(f"/{data_id}" in path for path in self.asked)

    def _list(self):
        entry = (
            "<oml:dataset><oml:did>{}</oml:did><oml:name>{}</oml:name><oml:version>1</oml:version>"
            "<oml:status>active</oml:status><oml:format>ARFF</oml:format>"
            '<oml:quality name="NumberOfInstances">{}</oml:quality>'
            '<oml:quality name="NumberOfFeatures">{}</oml:quality></oml:dataset>'
        )
        entries = "".join(entry.format(*each) for each in self._listed)
        text = f'<oml:data xmlns:oml="http://openml.org/openml">{entries}</oml:data>'
        (self._folder / "data_list.xml").write_text(text, "utf-8")


def _arff(values, levels):
    n_features = values.shape[1]
    kinds = ["REAL"] * (n_features - levels) + ["{0,1,2,3}"] * levels
    lines = ["@RELATION made", *(f"@ATTRIBUTE f{j} {kind}" for j, kind in enumerate(kinds))]
    lines += ["@ATTRIBUTE target {yes,no}", "@DATA"]
    for row in values:
        cells = (
            "?" if np.isnan(cell) else repr(float(cell)) for cell in row[: n_features - levels]
        )
        codes = (f"{cell:.0f}" for cell in row[n_features - levels :])
        lines.append(",".join([*cells, *codes, "yes"]))
    return "\n".join(lines) + "\n"


@pytest.fixture
def tables(server, tmp_path, monkeypatch):
    responses = shutil.copytree(test_openml.RECORDED, tmp_path / "responses")
    paths = {path: name for path, name in test_openml.PATHS.items() if "/list/" in path}
    monkeypatch.setattr(test_openml, "PATHS", paths)
    monkeypatch.setattr(test_openml, "RECORDED", responses)
    return Tables(responses, paths, server)


@pytest.fixture
def out(tmp_path):
    return tmp_path / "corpus"


def normal(rng, n_rows=520, n_features=11):
    return rng.normal(size=(n_rows, n_features)).astype(np.float32)


def half_missing(rng):
    """Limit 0.4 drops the feature and keeps the rows, 0.7 the other way round."""
    values = normal(rng, 1040)
    values[:520, 0] = np.nan
    return values


def refused(out):
    with (out / "REFUSED.csv").open(encoding="utf-8", newline="") as file:
        return {int(line["data_id"]): line["reason"] for line in csv.DictReader(file)}


def shapes(out):
    return {name: (e.n_rows, e.n_features) for name, e in Folder(out).entries.items()}


def test_tables_come_cleaned_and_without_their_target(tables, out, rng):
    values = normal(rng)
    values[:, 3] = 5
    values[:, 10] = rng.integers(4, size=520)
    tables.offer(71, "Big_(shapes)", values, levels=1)
    result = harvest(out)
    assert (result.tables, result.refused, result.left) == (1, 0, 0)
    back = Folder(out).load("big_shapes_71")
    np.testing.assert_array_equal(back.values[:, :9], np.delete(values[:, :10], 3, axis=1))
    assert back.categorical.tolist() == [False] * 9 + [True]
    assert back.provenance.source == "https://www.openml.org/d/71"
    assert back.provenance.license == "CC-BY"
    assert not back.provenance.evaluation_only


def test_what_the_filters_refuse(tables, out, rng):
    constant = normal(rng, n_features=10)
    constant[:, 0] = 1
    tables.offer(71, "few_rows", normal(rng, 499))
    tables.offer(72, "few_columns", normal(rng, n_features=8))
    tables.offer(73, "constant", constant)
    tables.offer(74, "told_larger", normal(rng, 400), told=(500, 12))
    tables.offer(75, "fine", normal(rng, 500, 10))
    assert harvest(out).refused == 2
    assert list(shapes(out)) == ["fine_75"]
    assert list(refused(out)) == [73, 74]
    assert "500 rows or 10 features" in refused(out)[73]
    assert not tables.asked_for(71)
    assert not tables.asked_for(72)


def test_infinite_values_count_as_missing(tables, out, rng):
    values = normal(rng, 600)
    values[:50, 2] = np.inf
    tables.offer(71, "endless", values)
    harvest(out)
    assert shapes(out) == {"endless_71": (550, 11)}


def test_large_tables_are_cut_into_ten_of_one_family(tables, out, rng, monkeypatch):
    monkeypatch.setattr(cleaning, "MAX_CELLS", 6000)
    values = normal(rng, 607)
    tables.offer(71, "large", values)
    tables.offer(72, "small", normal(rng))
    assert harvest(out).tables == 11
    folder = Folder(out)
    parts = [f"large_71-part{i}" for i in range(1, 11)]
    assert sorted(folder.names()) == sorted([*parts, "small_72"])
    together = np.concatenate([folder.load(name).values for name in parts])
    np.testing.assert_array_equal(np.unique(together, axis=0), np.unique(values[:600], axis=0))
    family = families(card(folder, name, by_content=False) for name in folder.names())
    assert len({family[name] for name in parts}) == 1
    assert len(set(family.values())) == 2
    tables.asked.clear()
    harvest(out)
    assert ["/list/" in path for path in tables.asked] == [True]


def test_chance_chooses_between_the_strategies_by_seed_and_number_alone(tables, out, rng):
    values = half_missing(rng)
    for data_id in range(71, 79):
        tables.offer(data_id, "holes", values)
    harvest(out, limit=3)
    harvest(out)
    assert set(shapes(out).values()) == {(1040, 10), (520, 11)}
    # The other way round: the last ones alone, since the first are known as refused.
    other = out.with_name("other")
    other.mkdir()
    lines = [f"{data_id},holes,by hand\n" for data_id in range(71, 75)]
    (other / "REFUSED.csv").write_text("".join(["data_id,name,reason\n", *lines]))
    harvest(other)
    harvest(other, retry=True)
    assert (other / "MANIFEST.csv").read_text() == (out / "MANIFEST.csv").read_text()
    harvest(out.with_name("third"), seed=1)
    assert shapes(out.with_name("third")) != shapes(out)


def test_tables_named_like_the_benchmark_stay_out_mostly_unasked(tables, out, rng):
    tables.offer(71, "musk_words", normal(rng))
    tables.offer(72, "Fashion-MNIST", normal(rng))
    tables.offer(73, "gas_sensor_array", normal(rng))
    tables.offer(1116, "renamed", normal(rng))
    tables.offer(75, "fine", normal(rng))
    tables.offer(76, "musk_words", normal(rng), listed="words")
    harvest(out)
    assert list(shapes(out)) == ["fine_75"]
    assert refused(out) == dict.fromkeys((72, 73, 76), "named like a benchmark table")
    assert not any(map(tables.asked_for, (71, 72, 73, 1116)))


def test_tables_of_equal_content_stay_out(tables, out, rng, tmp_path):
    known = normal(rng, 600, 12)
    benchmark = tmp_path / "benchmark"
    benchmark.mkdir()
    np.savez(benchmark / "secret.npz", X=known)
    header = "name,file,n_samples,n_features,type,source,license"
    line = "secret,secret.npz,600,12,continuous,x,CC0"
    (benchmark / "MANIFEST.csv").write_text(f"{header}\n{line}\n")
    shuffled = 4 * known[rng.permutation(600)][:, rng.permutation(12)]
    tables.offer(71, "copy", shuffled)
    tables.offer(72, "constants", np.column_stack([np.ones((600, 5)), shuffled]))
    tables.offer(73, "fine", normal(rng, 600, 12))
    harvest(out, benchmark=benchmark)
    assert list(shapes(out)) == ["fine_73"]
    assert refused(out) == dict.fromkeys((71, 72), "same content as the benchmark table secret")


def test_a_table_that_fails_is_told_and_not_asked_for_again(tables, out, rng):
    tables.offer(71, "broken", normal(rng), broken=True)
    tables.offer(72, "fine", normal(rng))
    harvest(out)
    assert list(shapes(out)) == ["fine_72"]
    assert "Unknown dataset" in refused(out)[71]
    n_asked = tables.asked_for(71)
    assert harvest(out).refused == 1
    assert tables.asked_for(71) == n_asked
    tables.offer(71, "broken", normal(rng))
    result = harvest(out, retry=True)
    assert (result.tables, result.refused) == (2, 0)
    assert refused(out) == {}


def test_a_table_that_breaks_our_reading_costs_itself_alone(tables, out, rng, monkeypatch):
    tables.offer(71, "strange", normal(rng))
    tables.offer(72, "fine", normal(rng))

    def strange(dataset, rng):
        if dataset.name == "strange_71":
            raise MemoryError("too\nlarge")
        return cleaning.clean_dataset(dataset, rng)

    monkeypatch.setattr("featureshift.corpus.training.harvest.clean_dataset", strange)
    harvest(out)
    assert refused(out) == {71: "MemoryError: too large"}
    assert list(shapes(out)) == ["fine_72"]


def test_an_interrupted_harvest_goes_on_where_it_was(tables, out, rng):
    for data_id in range(71, 75):
        tables.offer(data_id, f"table_{'abcd'[data_id - 71]}", normal(rng))

    def interrupt(done, total, name):
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        harvest(out, watch=interrupt)
    assert len(shapes(out)) == 2
    before = {data_id: tables.asked_for(data_id) for data_id in (71, 72)}
    calls = []
    harvest(out, watch=lambda *call: calls.append(call))
    assert calls == [(0, 2, "table_c_73"), (1, 2, "table_d_74")]
    assert before == {data_id: tables.asked_for(data_id) for data_id in (71, 72)}
    harvest(out.with_name("undisturbed"))
    for path in out.iterdir():
        assert path.read_bytes() == (out.with_name("undisturbed") / path.name).read_bytes()


def test_asked_to_stop_the_rest_is_counted(tables, out, rng):
    for data_id in (71, 72, 73):
        tables.offer(data_id, "table", normal(rng))
    answers = iter([False, True])
    result = harvest(out, stop=lambda: next(answers))
    assert (result.tables, result.left) == (1, 2)


def test_when_the_network_goes_no_table_is_blamed(tables, out, rng, monkeypatch):
    import requests

    for data_id in range(71, 80):
        tables.offer(data_id, "table", normal(rng))

    def unplugged(self, request, **options):
        raise requests.exceptions.ConnectionError("unplugged")

    def pull_the_plug(done, total, name):
        if done == 2:
            plug.setattr(requests.adapters.HTTPAdapter, "send", unplugged)

    with monkeypatch.context() as plug, pytest.raises(AbsentDataError, match="check the network"):
        harvest(out, watch=pull_the_plug)
    assert len(shapes(out)) == 2
    assert not (out / "REFUSED.csv").exists()
    assert harvest(out).tables == 9


def test_many_broken_tables_do_not_end_the_harvest(tables, out, rng):
    for data_id in range(71, 83):
        tables.offer(data_id, "table", normal(rng), broken=True)
    tables.offer(83, "fine", normal(rng))
    result = harvest(out)
    assert (result.tables, result.refused) == (1, 12)


def test_the_corpus_is_one_that_training_splits(tables, out, rng):
    for data_id, word in enumerate(("apple", "brick", "cloud", "drum", "eagle"), 71):
        tables.offer(data_id, word, normal(rng))
    harvest(out)
    config = load_config(Path(__file__).parents[3] / "configs" / "paper.toml")
    sizes = {"min_rows": config.corpus.min_rows, "min_features": config.example.features[0]}
    parts = split_folder(Folder(out), 2, np.random.default_rng(0), **sizes)
    assert (len(parts.training), len(parts.validation), parts.excluded) == (3, 2, ())
    drawn = FolderTables(
        Folder(out), parts.training, filtered=config.corpus.clean, cache_megabytes=1
    )
    assert {drawn.load(name).values.shape for name in drawn.names} == {(520, 11)}


@pytest.mark.parametrize("options", [{"seed": -1}, {"limit": 0}])
def test_options_out_of_range(tables, out, options):
    with pytest.raises(OptionError, match="counts"):
        harvest(out, **options)
    assert not tables.asked


def test_a_benchmark_that_is_none_is_told_before_anything_is_asked(tables, out, tmp_path):
    with pytest.raises(UnreadableTableError, match="MANIFEST"):
        harvest(out, benchmark=tmp_path)
    assert not tables.asked


def call(*arguments):
    options = {"exit_on_error": False, "print_error": False, "result_action": "return_value"}
    return app(["harvest", *map(str, arguments)], **options)


def test_the_command(tables, out, rng, capsys):
    tables.offer(71, "one", normal(rng))
    tables.offer(72, "two", normal(rng), broken=True)
    assert call("--out", out, "--limit", 1) == 0
    assert "done: 1 tables, 0 refused" in capsys.readouterr().err
    assert call("--out", out, "--seed", 3) == 0
    assert "1 refused" in capsys.readouterr().err
    assert call("--out", out, "--retry") == 0
    assert tables.asked_for(72) >= 2

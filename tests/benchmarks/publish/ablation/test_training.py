import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.publish.ablation import fslnet_training
from benchmarks.publish.ablation.fslnet_training import load_config, with_budget
from benchmarks.publish.ablation.training import methods_of, train_variants, weights_of
from benchmarks.publish.ablation.variants import VARIANTS
from featureshift.errors import OptionError

SMOKE = load_config(Path(__file__).parents[4] / "configs" / "smoke.toml")
pytestmark = pytest.mark.usefixtures("training_clock")
SM, ME = VARIANTS["sm-pn"], VARIANTS["me-pn"]


@pytest.fixture
def exported(monkeypatch):
    """Exporting takes seconds: here it only leaves a mark."""
    made = []

    def export_best(training, directory):
        made.append(training.name)
        directory.mkdir(parents=True)
        return True

    monkeypatch.setattr(fslnet_training, "export_best", export_best)
    return made


def last_line(out, variant):
    return json.loads((out / "training" / variant.name / "log.jsonl").read_text().splitlines()[-1])


def test_each_variant_trains_for_its_time(tmp_path, exported):
    seen = {}
    config = with_budget(SMOKE, 0.3)
    done = train_variants(
        config, [SM, ME], tmp_path, watch=lambda variant, *what: seen.update({variant: what})
    )
    assert done
    assert exported == ["sm-pn", "me-pn"]
    for variant in (SM, ME):
        progress, share = seen[variant]
        assert progress.seconds >= 0.3
        assert share == 1.0
        kept = json.loads((tmp_path / "training" / variant.name / "config.json").read_text())
        assert kept["optimizer"]["total_seconds"] == 0.3
        assert kept["network"]["use_measures"] == (variant is SM)


def test_an_interrupted_variant_goes_on_and_a_finished_one_stays(tmp_path, exported):
    config = with_budget(SMOKE, 0.3)
    calls = []

    def stop():
        calls.append(0)
        return exported == ["sm-pn"]  # in the first step of the second one

    assert not train_variants(config, [SM, ME], tmp_path, stop=stop)
    assert weights_of(tmp_path, SM).exists()
    assert not weights_of(tmp_path, ME).exists()
    before = (tmp_path / "training" / "sm-pn" / "last.pt").stat().st_mtime_ns
    steps = []
    assert train_variants(
        config, [SM, ME], tmp_path, resume=True, watch=lambda v, p, _: steps.append((v, p.step))
    )
    assert steps[0] == (ME, 2)
    assert exported == ["sm-pn", "me-pn"]
    assert (tmp_path / "training" / "sm-pn" / "last.pt").stat().st_mtime_ns == before


def test_what_is_there_is_refused_unless_it_is_resumed_as_it_began(tmp_path, exported):
    config = with_budget(SMOKE, 0.01)
    train_variants(config, [SM], tmp_path)
    with pytest.raises(OptionError, match="holds an ablation already"):
        train_variants(config, [SM], tmp_path)
    with pytest.raises(OptionError, match="total_seconds"):
        train_variants(with_budget(SMOKE, 0.02), [SM], tmp_path, resume=True)
    with pytest.raises(OptionError, match="seed"):
        train_variants(replace(config, seed=1), [ME], tmp_path, resume=True)
    assert exported == ["sm-pn"]


def test_the_corpus_is_split_once(tmp_path, exported, monkeypatch):
    from featureshift.train import run

    drawn = []

    def split_corpus(corpus, *rules, draw=run.split_corpus, **options):
        drawn.append(corpus)
        return draw(corpus, *rules, **options)

    monkeypatch.setattr(run, "split_corpus", split_corpus)
    train_variants(with_budget(SMOKE, 0.01), [SM, ME], tmp_path)
    assert len(drawn) == 1
    splits = [(tmp_path / "training" / v.name / "split.json").read_text() for v in (SM, ME)]
    assert splits[0] == splits[1]


def test_a_variant_without_a_model_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(fslnet_training, "export_best", lambda *_: False)
    with pytest.raises(OptionError, match="more --seconds"):
        train_variants(with_budget(SMOKE, 0.01), [SM], tmp_path)
    assert not weights_of(tmp_path, SM).exists()


def test_methods_for_the_runner(tmp_path):
    baseline, network = methods_of(tmp_path, [SM])
    assert baseline == "sm-threshold"
    assert network == f"featureshift.methods.fslnet.localizer:FSLNet@{tmp_path}/weights/sm-pn"

import json

from featureshift.corpus import Folder
from featureshift.methods.fslnet.network import export
from featureshift.methods.fslnet.training.task import FSLNetTask
from featureshift.train.run import export_best, train


def test_the_best_model_is_exported_with_its_origin(smoke, small_corpus, tmp_path, monkeypatch):
    calls = []
    monkeypatch.setattr(export, "export_fslnet", lambda *arguments: calls.append(arguments))
    config = smoke(
        corpus={"folder": str(small_corpus)},
        example={"features": (8, 9)},
        validation={"tables": 2},
        optimizer={"total_steps": 2},
    )
    outcome = train(FSLNetTask(config), tmp_path / "a", export=tmp_path / "b")
    assert outcome.exported == tmp_path / "b"
    ((model, directory, metadata),) = calls
    assert directory.is_dir()
    assert model.config.embedding_kernels == 16
    folder = Folder(small_corpus)
    assert set(metadata["trained_on"]) == {folder.load(name).sha256 for name in folder.names()}
    assert metadata["metrics"]["mean_f1"] == outcome.progress.best
    assert str(small_corpus) not in json.dumps(metadata)


def test_nothing_to_export_before_the_first_validation(smoke, tmp_path):
    assert export_best(FSLNetTask(smoke()), tmp_path, tmp_path / "b") is None

import json
from pathlib import Path

import pytest

from featureshift.errors import UnknownNameError, WeightsError
from featureshift.weights import shipped_weights
from featureshift.weights.stored import read_weights


def test_shipped_weights_are_all_intact():
    for name in shipped_weights():
        assert read_weights(name).name == name


def test_by_directory_and_by_name(directory):
    for source in (directory, str(directory), directory / "fslnet", f"{directory}/fslnet"):
        stored = read_weights(source)
        assert (stored.name, stored.network) == ("fslnet", "fslnet")
        assert set(stored.graphs) == {"describe", "predict"}


@pytest.mark.parametrize("source", ["no-such-weights", Path("no-such-directory")])
def test_unknown_source(source):
    with pytest.raises(UnknownNameError, match="unknown weights"):
        read_weights(source)


def test_unknown_name_in_a_directory(directory):
    with pytest.raises(UnknownNameError, match="did you mean 'fslnet'"):
        read_weights(directory / "fsl-net")


@pytest.mark.parametrize("role", ["describe", "predict"])
def test_tampered_file_is_refused(directory, role):
    path = directory / f"fslnet.{role}.onnx"
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(WeightsError, match="damaged or were altered"):
        read_weights(directory)


def test_truncated_file_is_refused(directory):
    path = directory / "fslnet.describe.onnx"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(WeightsError, match="damaged or were altered"):
        read_weights(directory)


def test_absent_file_is_refused(directory):
    (directory / "fslnet.predict.onnx").unlink()
    with pytest.raises(WeightsError, match="cannot be read"):
        read_weights(directory)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": 2, "weights": {}}',
        '{"weights": {}}',
        '{"format": 1, "weights": []}',
        '{"format": 1, "weights": {"fslnet": {}}}',
        '{"format": 1, "weights": {"fslnet": 3}}',
    ],
)
def test_broken_manifest_is_refused(directory, text):
    (directory / "manifest.json").write_text(text)
    with pytest.raises(WeightsError, match="no manifest"):
        read_weights(directory)


def test_file_outside_of_the_directory_is_refused(directory):
    path = directory / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["weights"]["fslnet"]["files"]["predict"]["file"] = "../fslnet.predict.onnx"
    path.write_text(json.dumps(manifest))
    with pytest.raises(WeightsError, match="outside of its directory"):
        read_weights(directory)


def test_several_names_must_be_told_apart(directory):
    path = directory / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["weights"]["other"] = manifest["weights"]["fslnet"]
    path.write_text(json.dumps(manifest))
    with pytest.raises(WeightsError, match="does not hold one"):
        read_weights(directory)
    assert read_weights(directory / "other").name == "other"


@pytest.mark.parametrize("entry", [{"file": 3}, {"sha256": None}, {"file": ["a"]}])
def test_names_and_hashes_are_texts(directory, entry):
    path = directory / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["weights"]["fslnet"]["files"]["predict"] |= entry
    path.write_text(json.dumps(manifest))
    with pytest.raises(WeightsError, match="no manifest"):
        read_weights(directory)


def test_a_file_of_any_size_is_not_read_whole(directory):
    """A sparse file claims terabytes and takes no space."""
    with (directory / "fslnet.predict.onnx").open("rb+") as file:
        file.truncate(1 << 42)
    with pytest.raises(WeightsError, match=r"cannot be read(.|\n)*are enough"):
        read_weights(directory)


def test_a_manifest_of_any_size_is_not_read_whole(directory):
    with (directory / "manifest.json").open("rb+") as file:
        file.truncate(1 << 42)
    with pytest.raises(WeightsError, match="no manifest"):
        read_weights(directory)

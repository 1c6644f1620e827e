import pytest

from featureshift.cli import main
from featureshift.cli import weights as command


def call(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        main(["weights", *map(str, arguments)])
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


def test_verify_loads_every_graph(capsys, directory):
    code, out, _ = call(capsys, "verify", directory)
    assert code == 0
    assert "intact fslnet: describe, predict" in out


@pytest.mark.parametrize("name", ["fslnet", "graphnet"])
def test_verify_knows_shipped_names(capsys, name):
    code, out, _ = call(capsys, "verify", name)
    assert code == 0
    assert f"intact {name}: " in out


def test_verify_refuses_an_altered_file(capsys, directory):
    path = directory / "fslnet.predict.onnx"
    path.write_bytes(path.read_bytes()[:-1])
    code, _, err = call(capsys, "verify", directory)
    assert code == 2
    assert "damaged or were altered" in err


def test_verify_with_nothing_shipped(capsys, monkeypatch):
    monkeypatch.setattr(command, "shipped_weights", tuple)
    code, _, err = call(capsys, "verify")
    assert code == 2
    assert "name a directory" in err


def test_list_tells_the_origin(capsys, monkeypatch, directory):
    monkeypatch.setattr(command, "shipped_weights", lambda: (directory,))
    monkeypatch.setattr(command.Table, "add_row", _as_text(command.Table.add_row))
    code, out, _ = call(capsys, "list")
    assert code == 0
    assert "fslnet" in out
    assert "abc" in out


def _as_text(add_row):
    """Here the name is a path, which rich would not print."""
    return lambda table, *cells: add_row(table, *map(str, cells))


def test_list_without_weights(capsys, monkeypatch):
    monkeypatch.setattr(command, "shipped_weights", tuple)
    assert "no weights" in call(capsys, "list")[1]

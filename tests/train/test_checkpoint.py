import pickle

import pytest
import torch

from featureshift.errors import UnreadableTableError
from featureshift.train import checkpoint


def test_round_trip(tmp_path):
    checkpoint.save({"weights": torch.ones(2), "names": ["a"], "n": 1}, tmp_path / "x.pt")
    content = checkpoint.load(tmp_path / "x.pt")
    assert content["names"] == ["a"]
    assert torch.equal(content["weights"], torch.ones(2))


def test_killed_while_writing_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "x.pt"
    checkpoint.save({"n": 1}, path)

    def half(content, file):
        file.write_bytes(b"PK half of it")
        raise KeyboardInterrupt

    monkeypatch.setattr(torch, "save", half)
    with pytest.raises(KeyboardInterrupt):
        checkpoint.save({"n": 2}, path)
    assert checkpoint.load(path)["n"] == 1


class Evil:
    def __reduce__(self):
        return print, ("unpickled",)


@pytest.mark.parametrize("make", ["garbage", "pickle", "empty", "format"])
def test_anything_else_is_refused(tmp_path, make, capsys):
    path = tmp_path / "x.pt"
    if make == "garbage":
        path.write_bytes(b"no checkpoint")
    elif make == "pickle":
        torch.save({"format": checkpoint.FORMAT, "evil": Evil()}, path, pickle_module=pickle)
    elif make == "empty":
        path.write_bytes(b"")
    else:
        torch.save({"format": 0}, path)
    with pytest.raises(UnreadableTableError):
        checkpoint.load(path)
    assert "unpickled" not in capsys.readouterr().out

import subprocess
from pathlib import Path

from featureshift.corpus import checkout
from featureshift.corpus.checkout import source_commit


def test_commit_of_a_checkout():
    root = Path(__file__).parents[2]
    if not (root / ".git").exists():
        assert source_commit() == ""
        return
    head = subprocess.run(["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True)
    assert source_commit() == head.stdout[:12]


def test_no_git_is_no_error(monkeypatch):
    def absent(*_, **__):
        raise FileNotFoundError("git")

    monkeypatch.setattr(checkout.subprocess, "run", absent)
    assert source_commit.__wrapped__() == ""

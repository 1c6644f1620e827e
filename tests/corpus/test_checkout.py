import subprocess

from featureshift.corpus import checkout
from featureshift.corpus.checkout import ROOT, source_commit


def test_commit_of_a_checkout():
    if not (ROOT / ".git").exists():
        assert source_commit() == ""
        return
    head = subprocess.run(["git", "-C", ROOT, "rev-parse", "HEAD"], capture_output=True, text=True)
    assert source_commit().removesuffix("-dirty") == head.stdout[:12]


def test_no_git_is_no_error(monkeypatch):
    def absent(*_, **__):
        raise FileNotFoundError("git")

    monkeypatch.setattr(checkout.subprocess, "run", absent)
    assert source_commit.__wrapped__() == ""


def test_the_repository_around_an_installed_package_is_not_ours(monkeypatch, tmp_path):
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    assert source_commit.__wrapped__() == ""

import os
from pathlib import Path

from featureshift.cli.same_file import same_file


def test_every_way_to_a_file(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x")
    (tmp_path / "folder").mkdir()
    (tmp_path / "soft").symlink_to(path)
    (tmp_path / "linked").symlink_to(tmp_path / "folder")
    os.link(path, tmp_path / "hard")
    for other in ("soft", "hard", "./a.csv", "folder/../a.csv", "linked/../a.csv"):
        assert same_file(path, tmp_path / other), other
    assert not same_file(path, tmp_path / "b.csv")
    assert same_file(tmp_path / "linked/new.csv", tmp_path / "folder/./new.csv")
    assert not same_file(Path("/dev/null"), Path("/dev/null"))

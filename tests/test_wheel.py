"""What a user installs: the built wheel, in a clean environment, without the test tools."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def call(*command, cwd):
    """What a command writes; modules beside the environment are out of its sight."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def assert_nothing_is_published(names):
    """The wheel runs the benchmark; its page, figures and results stay in the repository."""
    assert {name.split("/")[0].split("-")[0] for name in names} == {"featureshift"}
    assert "featureshift/bench/tasks.toml" in names
    assert len([name for name in names if name.startswith("featureshift/bench/")]) <= 20


def test_wheel_runs_the_demo_in_a_clean_environment(tmp_path):
    call(sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("featureshift-*.whl")
    assert_nothing_is_published(zipfile.ZipFile(wheel).namelist())
    venv.create(tmp_path / "clean")
    python = tmp_path / "clean" / "bin" / "python"
    pip = sys.executable, "-m", "pip", "--python", python
    call(*pip, "install", "--quiet", "--no-compile", wheel, cwd=tmp_path)
    out = call(tmp_path / "clean" / "bin" / "featureshift", "demo", cwd=tmp_path)
    assert any(line.split()[:2] == ["found", "glucose"] for line in out.splitlines())
    write = (
        "import numpy as np, featureshift as fs; x = np.eye(30); fs.localize(x, x).report('r.html')"
    )
    call(python, "-c", write, cwd=tmp_path)
    assert "<style>" in (tmp_path / "r.html").read_text(encoding="utf-8")
    installed = call(*pip, "list", "--format=freeze", cwd=tmp_path)
    heavy = ("torch==", "pandas==", "matplotlib==")
    assert not [line for line in installed.splitlines() if line.startswith(heavy)]

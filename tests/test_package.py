"""The public door: light, quiet, and with the names that were promised."""

import subprocess
import sys
from pathlib import Path

import pytest

import featureshift as fs


def run_python(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout


def test_import_is_light():
    heavy = "torch pandas sklearn scipy polars matplotlib pyarrow numpy"
    loaded = run_python(
        f"import sys, featureshift; print([m for m in {heavy.split()} if m in sys.modules])"
    )
    assert loaded.strip() == "[]"


def test_import_loads_next_to_nothing():
    """Ours and the standard library's, few of either: what is not loaded takes no time."""
    loaded = run_python(
        "import sys; before = {*sys.modules}; import featureshift\n"
        "print(*sys.modules.keys() - before)"
    ).split()
    ours = {name for name in loaded if name.startswith("featureshift")}
    names = ["errors", "localize", "no_float_warnings", "out_of_memory", "spelled_out"]
    assert ours == {"featureshift", *(f"featureshift.{name}" for name in names)}
    assert {name.partition(".")[0] for name in loaded} - ours <= sys.stdlib_module_names
    assert len(loaded) < 100


def test_localizing_needs_neither_torch_nor_pandas_nor_sklearn():
    loaded = run_python(
        "import sys, numpy as np, featureshift as fs\n"
        "fs.localize(np.eye(20), np.eye(20))\n"
        "print([m for m in ('torch', 'pandas', 'sklearn', 'polars') if m in sys.modules])"
    )
    assert loaded.strip() == "[]"


@pytest.mark.parametrize("name", fs.__all__)
def test_every_public_name_is_there(name):
    assert getattr(fs, name) is not None
    assert name in dir(fs)


def test_documents_know_the_version():
    root = Path(__file__).parents[1]
    assert f"\nversion: {fs.__version__}\n" in (root / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\n## {fs.__version__}\n" in (root / "CHANGELOG.md").read_text(encoding="utf-8")


def test_unknown_attribute():
    with pytest.raises(AttributeError, match="no attribute 'localise'"):
        _ = fs.localise


def test_import_prints_nothing():
    assert run_python("import featureshift; featureshift.localize") == ""

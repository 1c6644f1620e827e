"""The scripts in docs/examples run as they are and say what they promise."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pytest

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def run(name, *arguments):
    command = [sys.executable, EXAMPLES / name, *arguments]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


@pytest.fixture
def paths(tmp_path, rng):
    for name, factor in (("january", 1.0), ("february", 2.54)):
        columns = {
            "length": rng.gamma(9.0, size=500) * factor,
            "color": rng.choice(["a", "b"], 500),
        }
        pa.csv.write_csv(pa.table(columns | {"empty": np.full(500, "")}), tmp_path / f"{name}.csv")
    return tmp_path / "january.csv", tmp_path / "february.csv"


def test_every_example_is_run_here():
    tested = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{path.name}"' in tested for path in EXAMPLES.glob("*.py"))


def test_compare_two_files(paths, tmp_path):
    done = run("compare_two_files.py", *paths, tmp_path / "report.html")
    assert done.returncode == 0, done.stderr
    first, second, *notes = done.stdout.splitlines()
    assert first == "1 of 2 columns shifted"
    assert second.startswith("  length: score ")
    assert any(line.startswith("  note: empty: ") for line in notes)
    assert "length" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_gate_in_ci(paths, tmp_path, rng):
    table = pa.csv.read_csv(paths[0]).drop_columns(["empty"])
    parts = {
        "trusted": table[:250],
        "today": table[250:],
        "shifted": table[250:].set_column(
            table.column_names.index("length"), "length", pa.array(rng.random(250))
        ),
    }
    for name, part in parts.items():
        pa.csv.write_csv(part, tmp_path / f"{name}.csv")
    places = {name: tmp_path / f"{name}.csv" for name in parts}
    junit = tmp_path / "shift.xml"
    assert run("gate_in_ci.py", places["trusted"], places["today"], junit).returncode == 0
    assert 'failures="0"' in junit.read_text(encoding="utf-8")
    assert run("gate_in_ci.py", places["trusted"], places["shifted"], junit).returncode == 1
    assert 'failures="1"' in junit.read_text(encoding="utf-8")
    broken = run("gate_in_ci.py", places["trusted"], tmp_path / "absent.csv", junit)
    assert broken.returncode == 2
    assert "there is no file" in broken.stderr


def test_broken_schema():
    done = run("broken_schema.py")
    assert done.returncode == 0, done.stderr
    headline, *changes, shifted = done.stdout.splitlines()
    assert headline == "1 column renamed, 1 changed type, 1 changed dictionary"
    assert [line.split(":")[0].strip() for line in changes] == ["plan", "income", "smoker"]
    assert "number -> text (e.g. '" in changes[1]
    assert shifted == "shifted: nothing"


def test_explain():
    done = run("explain.py")
    assert done.returncode == 0, done.stderr
    assert [line.split(" (")[0] for line in done.stdout.splitlines()] == [
        "temperature: values are converted from degrees Celsius to Fahrenheit",
        "weight_kg: values are shuffled between rows: the distribution stays, relations are gone",
    ]

"""What docs/pipelines.md has people copy is YAML, and its commands do what it says."""

import re
import shlex
from pathlib import Path

import pandas as pd
import pytest
import yaml

from featureshift.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "pipelines.md").read_text(encoding="utf-8")
ACTION, PRE_COMMIT = (yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE, re.S))


@pytest.fixture
def folder(tmp_path, rng, monkeypatch):
    monkeypatch.chdir(tmp_path)
    tables = {
        name: pd.DataFrame(
            {"age": rng.normal(40, 9, 400).round(), "income": rng.gamma(4, 9e3, 400)}
        )
        for name in ("trusted", "today", "customers")
    }
    tables["trusted"].to_parquet("trusted.parquet")
    tables["today"].to_parquet("today.parquet")
    tables["customers"].to_csv("customers.csv", index=False)
    assert run("featureshift profile trusted.parquet -o trusted.fsp") == 0
    return tmp_path


def run(command):
    """The exit code."""
    program, *arguments = shlex.split(command)
    assert program == "featureshift"
    with pytest.raises(SystemExit) as done:
        main(arguments)
    return done.value.code


def command():
    """Of the action."""
    lines = [step["run"] for step in ACTION["jobs"]["shift"]["steps"] if "run" in step]
    return next(line for line in lines if line.startswith("featureshift"))


def test_the_action_passes_what_is_as_before_and_leaves_its_reports(folder):
    assert run(command()) == 0
    assert {"shift.html", "shift.md", "shift.xml"} <= {path.name for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("change", "told"),
    [(lambda t: t.assign(age=t["age"] * 12), "age"), (lambda t: t[["age"]], "income")],
    ids=["shift", "schema"],
)
def test_the_action_fails(folder, change, told):
    change(pd.read_parquet("today.parquet")).to_parquet("today.parquet")
    assert run(command()) == 1
    assert told in (folder / "shift.md").read_text(encoding="utf-8")


def test_the_hook(folder):
    (hook,) = PRE_COMMIT["repos"][0]["hooks"]
    assert re.search(hook["files"], "customers.csv")
    assert run(hook["entry"]) == 0
    table = pd.read_csv(folder / "customers.csv")
    table.assign(income=table["income"] / 1000).to_csv(folder / "customers.csv", index=False)
    assert run(hook["entry"]) == 1

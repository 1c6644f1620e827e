import pytest

from benchmarks.publish.commands import app
from benchmarks.publish.oracle import read_oracle
from featureshift.errors import OptionError


@pytest.mark.usefixtures("capsys")
def test_the_command_asks_once_about_each_task(tmp_path, monkeypatch):
    command = "oracle smoke --datasets sim-factors --manipulations E1,E3"
    asked = []
    monkeypatch.setattr("benchmarks.publish.oracle.evidence", lambda *_: asked.append(1) or 3.0)
    for _ in range(2):
        app([*command.split(), "--out", str(tmp_path)], result_action="return_value")
    rows = read_oracle(tmp_path / "smoke.csv")
    assert rows
    assert len(asked) == sum(row.tested for row in rows) > 0
    assert all(row.seen == row.tested for row in rows)


def test_nothing_to_ask_about_is_an_error(tmp_path):
    command = f"oracle smoke --datasets gas --manipulations E1 --out {tmp_path}"
    with pytest.raises(OptionError, match="no task"):
        app(command.split(), exit_on_error=False, result_action="return_value")

import itertools
import json

import pytest

from benchmarks.publish.commands import app
from benchmarks.publish.figures.training import draw_training, read_validations
from featureshift.errors import AbsentDataError
from featureshift.train.log import LOG_NAME


def log_of(directory, validations, f1=None):
    lines = [{"step": 5, "seconds": 1.0, "loss": 0.3}]
    for k in range(validations):
        report = {"mean_f1": 0.1 * k, "f1": f1 or {"T1": 0.1 * k}, "loss": 1 / (k + 1)}
        report["false_alarms"] = 0.2
        lines.append({"step": 10 * k, "seconds": 3600.0 * k, "validation": report})
    (directory / LOG_NAME).write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_lines_are_the_validations_of_the_log(tmp_path):
    log_of(tmp_path, 4)
    figure = draw_training(read_validations(tmp_path), "net")
    kind, mean = figure.axes[0].lines
    loss, alarms = figure.axes[1].lines
    assert list(mean.get_xdata()) == pytest.approx([0, 1, 2, 3])
    assert list(mean.get_ydata()) == list(kind.get_ydata()) == pytest.approx([0, 0.1, 0.2, 0.3])
    assert list(loss.get_ydata()) == pytest.approx([1, 1 / 2, 1 / 3, 1 / 4])
    assert list(alarms.get_ydata()) == pytest.approx([0.2] * 4)
    assert "4 validations" in figure.texts[0].get_text()


def test_names_do_not_cover_each_other_and_too_many_are_left_out(tmp_path):
    log_of(tmp_path, 2, f1={f"T{k}": 0.5 for k in range(1, 9)})
    heights = [
        text.xy[1] for text in draw_training(read_validations(tmp_path), "net").axes[0].texts
    ]
    assert len(heights) == 9
    assert min(high - low for high, low in itertools.pairwise(heights)) > 0.04
    log_of(tmp_path, 2, f1={f"S{k}": 0.5 for k in range(30)})
    assert len(draw_training(read_validations(tmp_path), "net").axes[0].texts) == 1


def test_without_validations_there_is_nothing_to_draw(tmp_path):
    with pytest.raises(AbsentDataError, match="no training"):
        read_validations(tmp_path)
    log_of(tmp_path, 0)
    with pytest.raises(AbsentDataError, match="not validated"):
        read_validations(tmp_path)


def test_the_command_writes_the_figure(tmp_path):
    log_of(tmp_path, 3)
    app(["curves", str(tmp_path), "--out", str(tmp_path / "c.svg")], result_action="return_value")
    assert (tmp_path / "c.svg").read_text().startswith("<?xml")

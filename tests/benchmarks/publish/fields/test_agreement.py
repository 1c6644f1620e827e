import dataclasses
import re

from benchmarks.publish.sweep import SweepRow


def test_what_was_not_measured_is_said(section, make_results):
    text = section("agreement", make_results({"datafix": 0.7, "mb-sm": 0.5}, suites=("methods",)))
    assert "| FSL-Net, mean F1 | 0.894 | not measured yet | - |" in text
    assert "| FSL-Net has the highest mean F1 (of its ten) | - | not measured yet | - |" in text
    assert re.search(
        r"Of \d+ claims that we took from its text \d+ hold here, \d+ do not, and", text
    )


def test_ours_stand_beside_the_papers(section, make_results):
    text = section("agreement", make_results({"fslnet": 0.9, "datafix": 0.7}, suites=("methods",)))
    assert "| FSL-Net, mean F1 | 0.894 | 0.890 | `methods` |" in text
    assert "mean speedup (here: where both had equal rows) | 35.8× | 2× | `methods` |" in text
    assert "| FSL-Net is at least comparable to DataFix (not worse beyond chance) | yes |" in text


def test_the_most_telling_suite_decides(section, make_results):
    text = section(
        "agreement", make_results({"fslnet": 0.9, "datafix": 0.7}, suites=("methods", "local"))
    )
    assert re.search(r"FSL-Net, mean F1 \| 0.894 \| 0.89\d \| `local` \|", text)


def test_thresholds(section, make_results):
    rows = [("mean", 0.002, 0.4), ("mean", 0.1, 0.5), ("max", 0.002, 0.1), ("max", 0.1, 0.6)]
    sweep = tuple(SweepRow("u", *row, 0.0, 5) for row in rows)
    text = section("agreement", dataclasses.replace(make_results({}), sweep=sweep))
    assert "| 0.307 at 0.002 | 0.500 at 0.1 |" in text
    assert "| at 0.002 | 0.307 | 0.400 |" in text
    assert "| better reduction | mean | maximum (mean 0.500, maximum 0.600) |" in text
    assert "The best threshold is not the paper's" in text
    near = tuple(dataclasses.replace(row, f1=0.505) if row.f1 == 0.6 else row for row in sweep)
    text = section("agreement", dataclasses.replace(make_results({}), sweep=near))
    assert "| better reduction | mean | no difference (mean 0.500, maximum 0.505) |" in text
    same = tuple(dataclasses.replace(row, f1=0.1) if row.threshold > 0.01 else row for row in sweep)
    text = section("agreement", dataclasses.replace(make_results({}), sweep=same))
    assert "The best threshold is not the paper's" not in text

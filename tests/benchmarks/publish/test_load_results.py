from benchmarks.publish.ablation.trained import Trained, write_trained
from benchmarks.publish.ablation.variants import ABLATION
from benchmarks.publish.load_results import load_results
from benchmarks.publish.oracle import OracleRow, write_oracle
from benchmarks.publish.reliability import ReliabilityRow, write_reliability
from benchmarks.publish.sweep import SweepRow, write_sweep
from featureshift.bench.rows import COUNT_GIVEN, ResultFile


def test_every_kind_is_read_from_its_place(tmp_path, make_row):
    for name in (ABLATION, COUNT_GIVEN, "sweep", "reliability", "oracle"):
        (tmp_path / name).mkdir()
    ResultFile(tmp_path / "m.csv").append(make_row(method="m"))
    ResultFile(tmp_path / COUNT_GIVEN / "t.csv").append(make_row(method="t"))
    ResultFile(tmp_path / ABLATION / "sm-pn.csv").append(make_row(method="sm-pn"))
    write_trained(tmp_path / ABLATION, [Trained("sm-pn", 60.0, 1, 7, 0.5, "abc")])
    write_sweep(tmp_path / "sweep" / "sm-threshold.csv", [SweepRow("u", "mean", 1, 1, 1, 1)])
    write_reliability(
        tmp_path / "reliability" / "m.csv", [ReliabilityRow("m", "s", "u", 0, 1, 0, 0.5)]
    )
    write_oracle(tmp_path / "oracle" / "local.csv", [OracleRow("u/E3/0.1/9xall/0", 3, 2)])
    found = load_results(tmp_path)
    assert [row.method for row in found.rows] == ["m"]
    assert [row.method for row in found.count_given] == ["t"]
    assert [row.method for row in found.ablation] == ["sm-pn"]
    assert [each.variant for each in found.trained] == ["sm-pn"]
    assert len(found.sweep) == len(found.reliability) == len(found.oracle) == 1
    assert [row.method for row in found.of_suite("smoke")] == ["m"]


def test_an_empty_directory_has_nothing(tmp_path):
    found = load_results(tmp_path)
    assert found.rows == found.count_given == found.sweep == found.reliability == found.oracle == ()
    assert found.ablation == found.trained == ()
    assert found.comparisons == {}


def test_bases_are_of_compared_suites_only(make_results):
    found = make_results({"graphnet": 0.9}, suites=("methods", "no-shift", "smoke"))
    assert list(found.comparisons) == ["methods"]


def test_a_suite_that_another_tasks_file_lacks_has_no_rows(make_results):
    found = make_results({"graphnet": 0.9}, suites=("smoke",))
    assert found.of_suite("nowhere") == ()

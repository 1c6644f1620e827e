from featureshift.bench.collected import read_all
from featureshift.bench.reliability import ReliabilityRow, write_reliability
from featureshift.bench.rows import COUNT_GIVEN, ResultFile
from featureshift.bench.sweep import SweepRow, write_sweep


def test_every_kind_is_read_from_its_place(tmp_path, make_row):
    for name in (COUNT_GIVEN, "sweep", "reliability"):
        (tmp_path / name).mkdir()
    ResultFile(tmp_path / "m.csv").append(make_row(method="m"))
    ResultFile(tmp_path / COUNT_GIVEN / "t.csv").append(make_row(method="t"))
    write_sweep(tmp_path / "sweep" / "sm-threshold.csv", [SweepRow("u", "mean", 1, 1, 1, 1)])
    write_reliability(
        tmp_path / "reliability" / "m.csv", [ReliabilityRow("m", "s", "u", 0, 1, 0, 0.5)]
    )
    found = read_all(tmp_path)
    assert [row.method for row in found.rows] == ["m"]
    assert [row.method for row in found.count_given] == ["t"]
    assert len(found.sweep) == len(found.reliability) == 1
    assert [row.method for row in found.of_suite("smoke")] == ["m"]


def test_an_empty_directory_has_nothing(tmp_path):
    found = read_all(tmp_path)
    assert found.rows == found.count_given == found.sweep == found.reliability == ()
    assert found.bases == {}


def test_bases_are_of_compared_suites_only(make_results):
    found = make_results({"graphnet": 0.9}, suites=("methods", "no-shift", "smoke"))
    assert list(found.bases) == ["methods"]


def test_a_suite_that_another_tasks_file_lacks_has_no_rows(make_results):
    found = make_results({"graphnet": 0.9}, suites=("smoke",))
    assert found.of_suite("nowhere") == ()

from xml.etree import ElementTree

from featureshift.explain import Explanation
from featureshift.report import report_data
from featureshift.report.junit import MOST_CASES, render_junit

from .made import HOSTILE, column, localization


def parsed(data):
    return ElementTree.fromstring(render_junit(data).encode())


def test_snapshot(clinic, snapshot):
    snapshot("clinic.xml", render_junit(clinic))


def test_snapshot_of_hostile_names(hostile, snapshot):
    snapshot("hostile.xml", render_junit(hostile))


def test_counts_are_those_of_the_cases(clinic):
    root = parsed(clinic)
    (suite,) = root
    for element in (root, suite):
        assert element.get("tests") == str(len(suite)) == "12"
        assert element.get("failures") == str(len(suite.findall("testcase/failure"))) == "6"
        assert element.get("skipped") == str(len(suite.findall("testcase/skipped"))) == "1"
        assert element.get("errors") == "0"


def test_a_broken_schema_fails_and_is_not_skipped(clinic):
    first, second, *columns = parsed(clinic).iter("testcase")
    assert [case.get("name") for case in (first, second)] == ["schema: pulse", "schema: zip"]
    assert first.find("failure").get("type") == "missing column"
    assert second.find("failure").get("message").startswith("type changed: number -> text")
    assert "pulse" not in [case.get("name") for case in columns]


def test_every_hostile_name_is_a_case(hostile):
    names = [case.get("name") for case in parsed(hostile).iter("testcase")]
    assert len(names) == 2 * len(HOSTILE) + 1
    assert "<script>alert(1)</script>" in names


def test_200_000_columns_are_bounded():
    names = [f"c{i}" for i in range(200_000)]
    data = report_data(localization(names, 3000), explanation=Explanation((), 9, 9))
    (suite,) = parsed(data)
    assert len(suite) == MOST_CASES + 1
    assert suite[-1].get("name") == "199,000 more columns"
    assert suite[-1].find("failure").get("message") == "2,000 more columns shifted"


def test_columns_beyond_the_bound_pass_if_none_is_shifted():
    data = report_data(
        localization([f"c{i}" for i in range(1500)], 3),
        explanation=Explanation((column("c0", 1.0),), 9, 9),
    )
    (suite,) = parsed(data)
    assert suite.get("failures") == "3"
    assert suite[-1].find("failure") is None


def test_every_column_of_an_event_fails_with_it(wrong_join):
    cases = parsed(wrong_join).iter("testcase")
    said = {case.get("name"): case.find("failure") for case in cases}
    for name in ("weight_kg", "bmi", "waist_cm"):
        assert "moved together against 'age'" in said[name].get("message")

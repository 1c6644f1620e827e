from featureshift.explain import Explanation
from featureshift.methods import method_info
from featureshift.report.provenance import facts_about, in_one_line
from featureshift.tables import Note

from .made import column, localization


def facts(result, explanation=None):
    return {fact.label: fact.text for fact in facts_about(result, explanation)}


def test_all_that_is_needed_to_repeat_it():
    told = facts(localization(["a"], 1), Explanation((column("a", 1.0),), 100, 90))
    assert told["Method"].startswith("sm-threshold: ")
    assert "marginal shifts only" in told["Method"]
    assert told["Rows compared"] == "5,000 of the reference, 2,500 of the query"
    assert told["Decision"] == "shifted means a score above 0.5"
    assert told["Evidence from"] == "100 reference and 90 query rows"
    assert told["Versions"].startswith("featureshift ")


def test_no_evidence_has_no_rows():
    assert "Evidence from" not in facts(localization(["a"], 0), Explanation((), 100, 90))


def test_a_given_number_decides():
    assert "as many as were asked for" in facts(localization(["a"], 1, threshold=None))["Decision"]


def test_weights_are_named_with_their_hash():
    note = Note(None, "weights", "fslnet, sha256 0123")
    assert facts(localization(["a"], 0, notes=[note]))["Weights"] == "fslnet, sha256 0123"
    assert "Weights" not in facts(localization(["a"], 0))


def test_a_method_of_the_users_own():
    assert method_info("mine") is None
    assert facts(localization(["a"], 0, method="mine"))["Method"] == "mine"


def test_one_line():
    assert in_one_line(localization(["a"], 0)) == (
        "sm-threshold, score above 0.5; 5,000 reference rows, 2,500 query rows; 0.25 s"
    )

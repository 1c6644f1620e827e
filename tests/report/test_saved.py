import json
import math
from pathlib import Path

import jsonschema
import pytest

import featureshift as fs
from featureshift.explain import Change, Explanation
from featureshift.report import report_data
from featureshift.report.saved import render_json

from .made import clinic, column, hostile, localization, wrong_join

SCHEMA = Path(__file__).parents[2] / "docs" / "localization.schema.json"


@pytest.fixture(scope="module")
def validator():
    """Of the documented schema; here, unlike for readers, a key it does not name is an error."""
    schema = closed(json.loads(SCHEMA.read_text(encoding="utf-8")))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def closed(part):
    if isinstance(part, list):
        return [closed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    more = {"additionalProperties": False} if "properties" in part and "required" in part else {}
    return more | {key: closed(inner) for key, inner in part.items()}


def saved(result, explanation):
    return render_json(report_data(result, explanation=explanation))


def test_snapshot(snapshot):
    snapshot("clinic.json", saved(*clinic()))


@pytest.mark.parametrize("case", [clinic, hostile, lambda: (localization(["a"], 0), None)])
def test_it_is_as_documented(validator, case):
    validator.validate(json.loads(saved(*case())))


def test_a_real_result_is_as_documented(validator, rng):
    reference, query = rng.normal(size=(500, 4)), rng.normal(size=(500, 4)) * [1, 3, 1, 1]
    result = fs.localize(reference, query)
    validator.validate(json.loads(saved(result, result.explain())))


@pytest.mark.parametrize(
    "broken",
    [
        {"schema": "featureshift.localization/2"},
        {"features": [{"name": "a", "score": "high", "shifted": True}]},
        {"rows_used": {"reference": -1, "query": 3}},
        {"explanation": {"columns": [{"feature": "a"}]}},
        {"undocumented": 1},
    ],
)
def test_the_schema_refuses_what_is_not_documented(validator, broken):
    content = json.loads(saved(*clinic())) | broken
    assert not validator.is_valid(content)


@pytest.mark.parametrize("case", [clinic, hostile, wrong_join])
def test_the_explanation_comes_back(case):
    result, explanation = case()
    text = saved(result, explanation)
    back = fs.Localization.from_json(text)
    assert back.to_dict() == json.loads(text)
    assert back.explain() == explanation
    assert render_json(report_data(back)) == text


def test_what_is_no_number_is_null():
    odd = column("a", 1.0, changes=(Change("mean", math.nan, math.inf),))
    text = saved(localization(["a"], 1), Explanation((odd,), 9, 9))
    (change,) = json.loads(text)["explanation"]["columns"][0]["changes"]
    assert (change["reference"], change["query"]) == (None, None)


def test_an_event_is_as_documented(validator):
    content = json.loads(saved(*wrong_join()))
    validator.validate(content)
    assert content["events"][0]["columns"] == ["weight_kg", "bmi", "waist_cm"]
    assert content["explanation"]["columns"][0]["moved_with"] == ["bmi", "waist_cm"]

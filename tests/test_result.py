import copy
import json
import pickle
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import featureshift as fs
from featureshift.errors import FeatureshiftError, OptionError, ShiftFound
from featureshift.event import Event
from featureshift.result import Localization, RowsUsed
from featureshift.tables import Note
from featureshift.tables.schema import ChangeKind, SchemaChange, SchemaVerdict


@pytest.fixture
def result():
    return Localization(
        features=("a", "<b>", "ç"),
        scores=np.array([0.1, 0.25, 1 / 3]),
        shifted=np.array([False, True, True]),
        threshold=0.2,
        method="sm-threshold",
        rows_used=RowsUsed(10, 20),
        seconds=0.5,
        notes=(Note("d", "empty", "has no value"), Note(None, "rule", "the knee decided")),
        effect_values=np.array([0.0, 0.5, 0.2]),
        effect_relations=np.array([0.1, 0.25, np.nan]),
        q_values=np.array([0.6, 0.4, 0.1]),
    )


def test_a_feature_by_name(result):
    feature = result["ç"]
    assert (feature.name, feature.score, feature.shifted) == ("ç", 1 / 3, True)
    assert (feature.effect, feature.q_value) == (0.2, 0.1)
    assert feature.what_happened is None  # there is no evidence
    assert feature.kind is feature.confidence is None
    assert str(feature) == "ç: shifted (score 0.3333, effect 0.20)"
    assert str(result["a"]) == "a: not shifted (score 0.1)"
    assert replace(result, q_values=None)["a"].q_value is None


def test_a_feature_that_is_not_there(result):
    with pytest.raises(KeyError, match="did you mean '<b>'"):
        result["<b"]
    with pytest.raises(OptionError, match="unknown column '0'"):
        result[0]


def test_features_in_order(result):
    assert list(result) == ["a", "<b>", "ç"]
    assert len(result) == 3
    assert "ç" in result
    assert "x" not in result


def test_a_result_is_neither_true_nor_false(result):
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(result)


def test_raise_if_shifted(result):
    with pytest.raises(ShiftFound, match="2 of 3 columns shifted") as raised:
        result.raise_if_shifted()
    assert raised.value.features == ("ç", "<b>")
    replace(result, shifted=np.zeros(3, bool)).raise_if_shifted()


def test_it_is_printed_as_on_the_command_line(result):
    text = str(result)
    assert text.startswith("query against reference: 2 of 3 columns shifted")
    assert "<b>" in text
    assert "\x1b" not in text


def test_shifted_features_are_sorted_by_score(result):
    assert result.shifted_features == ("ç", "<b>")


def test_the_schema_is_saved_and_older_files_have_none(result):
    gone = SchemaChange(ChangeKind.MISSING, "e", "is missing in the query")
    saved = replace(result, schema=SchemaVerdict((gone,))).to_dict()
    assert Localization.from_dict(saved).schema.changes == (gone,)
    assert Localization.from_dict(saved).schema.broken
    del saved["schema_verdict"]
    assert Localization.from_dict(saved).schema == SchemaVerdict()


def test_json_round_trips(result, tmp_path):
    text = result.to_json(tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8")) == json.loads(text)
    back = Localization.from_json(text)
    assert back.to_dict() == result.to_dict()
    assert isinstance(back.notes[0], Note)
    assert back.rows_used == (10, 20)


@pytest.mark.parametrize(
    "text",
    ['{"schema": "other"}', "nope", "[]", '{"schema": "featureshift.localization/1"}'],
)
def test_foreign_json_is_refused(text):
    with pytest.raises(FeatureshiftError, match="no saved localization"):
        Localization.from_json(text)


def test_a_place_that_cannot_be_written(result):
    with pytest.raises(FeatureshiftError, match="cannot write"):
        result.to_json("/no/such/directory/r.json")


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_to_frame_of_pandas_and_others(result, backend):
    frame = result.to_frame(backend)
    assert type(frame).__module__.split(".")[0] in (backend, "pyarrow")
    columns = frame.column_names if backend == "pyarrow" else list(frame.columns)
    effects = ["effect", "effect_values", "effect_relations"]
    happened = ["kind", "what_happened", "confidence"]
    assert columns == ["feature", "score", "shifted", *effects, "q_value", *happened]
    assert list(frame["feature"].to_pylist() if backend == "pyarrow" else frame["feature"]) == [
        "ç",
        "<b>",
        "a",
    ]


def test_the_frame_is_of_one_kind_even_if_something_else_loads_pandas():
    code = (
        "import numpy as np, featureshift as fs\n"
        "result = fs.SMThreshold().localize(np.eye(9), np.eye(9))\n"
        "print({type(result.to_frame()).__module__.split('.')[0] for _ in range(2)})"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "{'pandas'}"


def test_to_frame_unknown_backend(result):
    with pytest.raises(OptionError, match="pandas or polars or pyarrow"):
        result.to_frame("excel")


def test_the_effect_is_the_larger_part(result):
    assert result.effects.tolist() == [0.1, 0.5, 0.2]


def test_json_keeps_effects_and_q_values(result):
    content = result.to_dict()["features"][2]
    assert content["effect"] == content["effect_values"] == 0.2
    assert content["effect_relations"] is None
    assert content["q_value"] == 0.1
    back = Localization.from_json(result.to_json())
    np.testing.assert_array_equal(back.effects, result.effects)
    np.testing.assert_array_equal(back.effect_relations, result.effect_relations)
    np.testing.assert_array_equal(back.q_values, result.q_values)


def test_a_result_of_an_earlier_version_has_no_effects(result):
    content = result.to_dict()
    for feature in content["features"]:
        for key in ("effect", "effect_values", "effect_relations", "q_value"):
            del feature[key]
    back = Localization.from_dict(content)
    assert np.isnan(back.effects).all()
    assert back.q_values is None
    assert back.to_dict()["features"][1]["effect"] is None
    assert back.to_frame("pyarrow")["effect"].null_count == 3


def test_result_is_frozen(result):
    with pytest.raises(AttributeError):
        result.method = "other"
    with pytest.raises(ValueError, match="read-only"):
        result.scores[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        result.effects[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        result.q_values[0] = 1


def test_repr_is_one_short_line(result):
    assert repr(result) == (
        "Localization(2 of 3 features shifted: ç, <b>; method='sm-threshold', rows=10 vs 20)"
    )


def test_explaining_needs_rows(result):
    with pytest.raises(FeatureshiftError, match="no rows to explain"):
        result.explain()


def test_events_are_saved(result):
    event = Event(("<b>", "ç"), ("a", "d"))
    told = replace(result, events=(event,))
    assert Localization.from_json(told.to_json()).events == (event,)
    before = {key: value for key, value in told.to_dict().items() if key != "events"}
    assert Localization.from_dict(before).events == ()


def test_copies_and_what_was_pickled_are_as_protected(rng):
    reference, query = ({"a": rng.normal(j, 1, 300), "b": rng.random(300)} for j in range(2))
    result = fs.localize(reference, query, method="select-k-best")
    assert len(result.effects) == 2
    for other in (pickle.loads(pickle.dumps(result)), copy.deepcopy(result), copy.copy(result)):
        for name in ("scores", "shifted", "effects", "effect_values", "q_values"):
            array = getattr(other, name)
            assert np.array_equal(array, getattr(result, name), equal_nan=True)
            assert not array.flags.writeable

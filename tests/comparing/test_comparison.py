import json

import numpy as np
import pytest

from featureshift.comparing.comparison import Comparison
from featureshift.errors import AmbiguousTruthError, OptionError, TableError, UnknownNameError
from featureshift.result import Localization, RowsUsed


def made(names, scores, effects):
    scores = np.array(scores)
    return Localization(
        tuple(names),
        scores,
        scores > 0.5,
        0.5,
        "graphnet",
        RowsUsed(90, 30),
        0.1,
        effect_values=np.array(effects),
    )


@pytest.fixture
def comparison():
    results = {
        "north": made("ab", [0.1, 0.2], [0.0, 0.1]),
        "south": made("ab", [0.9, 0.2], [0.3, 0.1]),
        "east": made("bc", [0.9, 0.8], [0.5, 0.4]),
    }
    return Comparison(results, ("north",), {"west": "3 rows"}, None, 1.5)


def test_matrices_are_sources_by_features(comparison):
    assert comparison.features == ("a", "b", "c")
    np.testing.assert_array_equal(comparison.scores[1], [0.9, 0.2, np.nan])
    np.testing.assert_array_equal(comparison.effects[2], [np.nan, 0.5, 0.4])
    assert comparison.shifted.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 1]]
    assert comparison.shifted.dtype == bool


def test_the_oddest_source_comes_first(comparison):
    assert comparison.odd == ("east", "south")
    assert repr(comparison) == "Comparison(2 of 3 sources odd: east, south)"


def test_it_is_a_mapping_of_results(comparison):
    assert list(comparison) == ["north", "south", "east"]
    assert comparison["south"].shifted_features == ("a",)
    with pytest.raises(UnknownNameError, match="did you mean 'south'"):
        comparison["sout"]
    with pytest.raises(AmbiguousTruthError):
        bool(comparison)


def test_a_frame_has_a_line_for_each_pair(comparison):
    lines = comparison.to_frame("pyarrow").to_pylist()
    assert len(lines) == 6
    assert lines[2] | {"source": "south", "feature": "a", "score": 0.9} == lines[2]
    with pytest.raises(OptionError, match="unknown backend"):
        comparison.to_frame("excel")


def test_json_and_back(comparison, tmp_path):
    text = comparison.to_json(tmp_path / "c.json")
    assert json.loads((tmp_path / "c.json").read_text()) == json.loads(text)
    again = Comparison.from_json(text)
    assert again.to_dict() == comparison.to_dict()
    assert json.loads(text)["odd"] == ["east", "south"]
    with pytest.raises(OptionError, match="cannot write"):
        comparison.to_json(tmp_path / "none" / "c.json")


@pytest.mark.parametrize(
    "text", ["[]", "{", '{"schema": "x"}', '{"schema": "featureshift.comparison/1"}']
)
def test_what_is_no_comparison_is_refused(text):
    with pytest.raises(TableError, match="no saved comparison"):
        Comparison.from_json(text)

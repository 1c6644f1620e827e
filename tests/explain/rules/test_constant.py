import numpy as np

from featureshift.explain.diagnoses import diagnose
from featureshift.explain.rules import constant

from ..building import case_of, table


def test_one_value_became_another(rng):
    reference, query = table(rng), table(rng)
    reference["clinic"], query["clinic"] = np.full(2000, 1.0), np.full(2000, 2.0)
    (only,) = diagnose(case_of(reference, query, "clinic"))
    assert (only.code, only.confidence) == ("constant", "high")
    assert "has 2, and had 1" in only.words


def test_texts_are_quoted(rng):
    reference, query = table(rng), table(rng)
    reference["site"], query["site"] = (np.full(2000, s, object) for s in ("north", "south"))
    assert "'south'" in constant.changed(case_of(reference, query, "site").column).words


def test_a_column_that_varies_is_no_constant(rng):
    assert constant.changed(case_of(table(rng), table(rng), "x").column) is None

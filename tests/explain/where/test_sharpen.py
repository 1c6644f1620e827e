import numpy as np
import pytest

from featureshift.explain.where.condition import Condition
from featureshift.explain.where.search import screen
from featureshift.explain.where.sharpen import sharpened
from featureshift.explain.where.traces import Traces

from .test_search import scene, spoiled  # noqa: F401


def sharp(scene, family, holds):  # noqa: F811
    found = spoiled(scene, family, holds, size=5.0)
    return sharpened(found, Traces(*scene[1:])).condition


def test_a_level_stays(scene):  # noqa: F811
    assert sharp(scene, "levels", lambda codes: codes == 3) == Condition("in", (3.0,))


@pytest.mark.parametrize(
    ("holds", "op", "cut"),
    [(lambda x: x > 400, "above", 400), (lambda x: x <= 70, "up to", 70)],
)
def test_a_cut_is_exact_and_round(scene, holds, op, cut):  # noqa: F811
    condition = sharp(scene, "cuts", holds)
    assert condition.op == op
    assert condition.values[0] == pytest.approx(cut, abs=2)


@pytest.mark.parametrize(("first", "last"), [(3590, np.inf), (0, 390), (1230, 1670)])
def test_a_stretch_is_exact(scene, first, last):  # noqa: F811
    start, end = sharp(scene, "order", lambda place: (place >= first) & (place < last)).values
    assert start == pytest.approx(first, abs=3)
    assert end == pytest.approx(last, abs=3)


def test_missing_values_meet_no_condition(scene):  # noqa: F811
    found, reference, query = scene
    family = found["cuts"]
    family.values[1][::7] = np.nan
    query[family.values[1] > 400, 1] += 5
    first = screen(family, Traces(reference, query))
    assert sharpened(first, Traces(reference, query)).condition.values[0] == pytest.approx(400, 2)

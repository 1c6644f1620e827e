import numpy as np

from featureshift.explain.trial import Told, TrialCase, cases
from featureshift.repair.trial import is_invertible, outcomes


def test_what_no_two_values_became_is_invertible():
    rng = np.random.default_rng(0)
    x = rng.normal(size=50)
    text = np.array(["a", "b"] * 25, object)
    cases_of = {
        "offset": (x, x + 1, True),
        "scale": (x, (x * 2).round(), False),
        "category-renamed": (text, np.where(text == "a", "A", text), True),
        "sentinel": (x, np.where(x > 1, -999.0, x), False),
        "noise": (x, x + rng.normal(size=50), False),
    }
    for code, (old, new, wanted) in cases_of.items():
        case = TrialCase(code, "", {}, {"x": new}, ("x",), intact={"x": old})
        assert is_invertible(case) is wanted, code


def test_a_few_cases_are_restored():
    trials = list(cases(("clinic",), 2, 5, codes=("swapped", "scale"), rows=(1500, 2000)))
    found = list(outcomes(trials, Told(())))
    assert [r.code for r in found] == [case.code for case in trials]
    assert all(r.untouched for r in found)
    assert all(r.restored for r in found if r.code == "swapped" and r.acted)
    assert any(r.acted for r in found)

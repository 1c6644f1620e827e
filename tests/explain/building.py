"""Tables in which one column is related to two others, and cases made of them."""

import numpy as np

from featureshift.explain.columns import column_pairs
from featureshift.explain.gathering import gather
from featureshift.explain.proposals import judge
from featureshift.explain.trial import Told

ROWS = 2000


def table(rng, rows=ROWS):
    """x and its close relatives a, b; a lonely column; texts that follow x."""
    x = rng.gamma(8.0, 10.0, rows)
    texts = np.array(["low", "middle", "high"], object)
    return {
        "x": x,
        "a": 0.8 * x + rng.normal(0, 12, rows),
        "b": -x + rng.normal(0, 20, rows),
        "lonely": rng.normal(size=rows),
        "text": texts[np.digitize(x + rng.normal(0, 8, rows), [60, 95])],
    }


def localized(reference, query, shifted):
    return Told(tuple(shifted)).localize(reference, query)


def case_of(reference, query, name, shifted=()):
    kept = localized(reference, query, {name, *shifted}).evidence
    columns = column_pairs(kept)
    flagged = {key: columns[key] for key in {name, *shifted}}
    return gather(name, columns, flagged, kept)


def case_after(rng, change, name="x", shifted=()):
    """The case of a column after ``change(columns) -> new columns`` of the query."""
    reference, query = table(rng), table(rng)
    return case_of(reference, query | change(query), name, shifted)


def best(rule, case):
    """The proposal of a rule that reproduces the query best, and its judgment."""
    judged = [(judge(case, proposal), proposal) for proposal in rule(case)]
    return min(judged, key=lambda pair: pair[0].cost) if judged else (None, None)


def fits(rule, case):
    """The proposal, which must explain the query."""
    judged, proposal = best(rule, case)
    assert judged is not None
    assert judged.misfit < 4, (judged, proposal.words)
    return proposal


def rejects(rule, case):
    """Whether nothing that the rule proposes explains the query."""
    judged, _ = best(rule, case)
    return judged is None or judged.misfit > 4

"""Results with a hand-made explanation, so that a repair can be tried on any table."""

import numpy as np

from featureshift.explain import Chart, ColumnExplanation, Diagnosis, Explanation
from featureshift.result import Localization, RowsUsed

CHART = Chart(False, (), (), (), (), 0.0, 0.0)


def explained(
    name, code, *, confidence="high", where=None, decimals=None, passenger_of=(), **found
):
    diagnosis = Diagnosis(code, code, confidence, **found)
    return ColumnExplanation(
        feature=name,
        score=1.0,
        kind="marginal",
        passenger_of=passenger_of,
        changes=(),
        partners=(),
        diagnoses=(diagnosis,),
        chart=CHART,
        pair_view=None,
        where=where,
        decimals=decimals,
    )


class Explained(Localization):
    """A result whose explanation is given."""

    def explain(self, max_columns=50):
        return self.given


def result_of(*columns, features=("x", "y", "z"), table=None, retyped=None, not_explained=()):
    shifted = {column.feature for column in columns}
    result = Explained(
        features=tuple(features),
        scores=np.array([float(name in shifted) for name in features]),
        shifted=np.array([name in shifted for name in features]),
        threshold=0.5,
        method="graphnet",
        rows_used=RowsUsed(4, 4),
        seconds=0.1,
        table=table,
    )
    given = Explanation(columns, 4, 4, tuple(not_explained), retyped or {})
    object.__setattr__(result, "given", given)
    return result

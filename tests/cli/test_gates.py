from dataclasses import replace

import numpy as np
import pytest

from featureshift.cli.gates import fails, gates_named
from featureshift.errors import UnknownNameError
from featureshift.result import Localization, RowsUsed
from featureshift.rows.facts import TableFacts
from featureshift.tables.schema import ChangeKind, SchemaChange, SchemaVerdict

FACTS = TableFacts(100, 100, 0.0, 0.0, False, 0.0, 0.0, 0.0, 0.0, 100, False)
QUIET = Localization(
    features=("a",),
    scores=np.zeros(1),
    shifted=np.zeros(1, bool),
    threshold=0.5,
    method="graphnet",
    rows_used=RowsUsed(100, 100),
    seconds=0.1,
    table=FACTS,
)


def test_nothing_fails_where_nothing_happened():
    assert not fails(QUIET, ("schema", "shift", "table"))
    assert not fails(replace(QUIET, table=None), ("table",))


def test_each_gate_fails_by_itself():
    gone = SchemaChange(ChangeKind.MISSING, "b", "is missing in the query")
    broken = {
        "schema": replace(QUIET, schema=SchemaVerdict((gone,))),
        "shift": replace(QUIET, shifted=np.ones(1, bool)),
        "table": replace(QUIET, table=replace(FACTS, copies_query=0.1)),
    }
    for gate in broken:
        assert [name for name, result in broken.items() if fails(result, (gate,))] == [gate]


def test_harmless_changes_fail_nothing():
    order = SchemaChange(ChangeKind.ORDER, None, "another order", "harmless")
    assert not fails(replace(QUIET, schema=SchemaVerdict((order,))), ("schema",))


@pytest.mark.parametrize("given", ["schemas", "schema,", ""])
def test_unknown_names_are_refused(given):
    with pytest.raises(UnknownNameError, match="one of: schema, shift, table"):
        gates_named([given])

import pyarrow as pa
import pytest

from featureshift.tables.files.dialect import Dialect
from featureshift.tables.files.shown_dialect import shown_dialect

WHOLE = Dialect(";", ",", "", "utf-8", '"', True)


@pytest.mark.parametrize(
    ("column", "thousands", "decimal", "grouped"),
    [
        ([1, 2], "", None, None),
        ([1.5, 2.0], "", ",", None),
        ([1500, 2], "", None, ""),
        ([-1500.5, None], "", ",", ""),
        ([1.5, 2.0], ".", ",", "."),
        (["a", "b"], "", None, None),
        ([None, None], "", None, None),
    ],
)
def test_only_what_the_cells_show_is_known(column, thousands, decimal, grouped):
    shown = shown_dialect(WHOLE, pa.table({"x": column}), thousands)
    assert shown == Dialect(";", decimal, grouped, None, None, True)

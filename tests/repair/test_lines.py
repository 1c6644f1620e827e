from dataclasses import replace

import pytest

from featureshift.errors import OptionError
from featureshift.explain import Where
from featureshift.tables.schema import ChangeKind, SchemaChange, SchemaVerdict
from tests.repair.made import explained, result_of


def test_what_a_person_would_write():
    where = Where("only where t = 'b'", "t", "=", ("b",), 0.3)
    result = result_of(
        explained("x", "scale", numbers={"factor": 2.54}),
        explained("y", "offset", numbers={"offset": 3.0}, where=where),
        explained("z", "noise"),
    )
    assert result.repair_code() == (
        "repaired = query.copy()\n"
        'repaired["x"] = query["x"] / 2.54\n'
        'rows = query["t"] == "b"\n'
        'repaired["y"] = query["y"].mask(rows, query["y"] - 3)\n'
        "# left: z: random errors cannot be taken off\n"
    )
    assert result.repair_code("polars") == (
        "import polars as pl\n"
        "repaired = query.with_columns(\n"
        '    (pl.col("x") / 2.54).alias("x"),\n'
        '    pl.when(pl.col("t") == "b").then(pl.col("y") - 3).otherwise(pl.col("y")).alias("y"),\n'
        ")\n"
        "# left: z: random errors cannot be taken off\n"
    )


@pytest.mark.parametrize("name", ['say "x"', "it's", "a\nb", "both ' and \"", "\\"])
def test_names_that_need_escaping(name):
    import pandas as pd

    query = pd.DataFrame({name: [2.0, 4.0]})
    result = result_of(explained(name, "scale", numbers={"factor": 2.0}), features=(name,))
    names = {"query": query}
    exec(result.repair_code(), names)
    assert names["repaired"][name].tolist() == [1.0, 2.0]


def test_a_name_cannot_smuggle_code_into_a_comment():
    result = result_of(explained("x\nraise SystemExit", "noise"), features=("x\nraise SystemExit",))
    exec(result.repair_code(), {"query": __import__("pandas").DataFrame()})


def test_nor_as_text_that_is_read_as_numbers():
    name = "x\nraise SystemExit"
    change = SchemaChange(ChangeKind.NUMBERS_AS_TEXT, name, "type changed")
    result = result_of(features=(name,))
    given = result.explain()
    result = replace(result, schema=SchemaVerdict((change,)))
    object.__setattr__(result, "given", given)
    assert "reads its text as numbers" in result.repair_code()
    exec(result.repair_code(), {"query": __import__("pandas").DataFrame()})


def test_no_other_dialects():
    with pytest.raises(OptionError, match="no code is written for 'sql'"):
        result_of().repair_code("sql")

import numpy as np
import pytest

import featureshift as fs
from featureshift.errors import OptionError, UnsupportedTableError


def test_a_table_that_was_read_once_is_compared_with_many(tmp_path, rng):
    reference = rng.normal(size=(300, 2))
    lines = "".join(f"{a:.4f};{b:.4f}\n" for a, b in reference).replace(".", ",")
    (tmp_path / "t.csv").write_text("a;b\n" + lines)
    table = fs.read_table(tmp_path / "t.csv", separator=";", decimal=",")
    for shift in (0, 3):
        query = {"a": rng.normal(size=300), "b": rng.normal(size=300) + shift}
        assert fs.localize(table, query).shifted_features == (("b",) if shift else ())


def test_only_what_is_read_has_options():
    with pytest.raises(UnsupportedTableError, match="pass this object to localize"):
        fs.read_table(np.zeros((2, 2)), separator=";")


def test_options_are_checked_before_anything_is_read():
    with pytest.raises(OptionError, match="separator"):
        fs.read_table("no/such/file.csv", separator="::")

import pytest

from featureshift import errors


def test_message_tells_expected_found_and_remedy():
    error = errors.TableError("bad", expected="good", found="worse", remedy="mend")
    assert str(error).splitlines() == [
        "bad",
        "  expected: good",
        "  found: worse",
        "  remedy: mend",
    ]


@pytest.mark.parametrize(
    ("cls", "builtin"),
    [
        (errors.TableError, ValueError),
        (errors.UnsupportedTableError, TypeError),
        (errors.ColumnError, ValueError),
        (errors.OptionError, ValueError),
        (errors.UnreadableTableError, errors.TableError),
    ],
)
def test_one_tree_that_also_fits_the_builtins(cls, builtin):
    assert issubclass(cls, errors.FeatureshiftError)
    assert issubclass(cls, builtin)


def test_unknown_name_offers_the_nearest():
    error = errors.UnknownNameError("column", "wieght", ["weight", "height", "age"])
    assert "did you mean 'weight'" in str(error)
    assert isinstance(error, KeyError)


def test_unknown_name_does_not_list_a_thousand_names():
    message = str(errors.UnknownNameError("column", "zzz", [f"c{i}" for i in range(1000)]))
    assert "and 980 more" in message
    assert len(message) < 300


def test_missing_extra_names_the_command():
    assert "pip install 'featureshift[train]'" in str(errors.MissingExtraError("training", "train"))

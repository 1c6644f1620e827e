import pytest

from featureshift.errors import OptionError
from featureshift.tables.files.options import ReadOptions


@pytest.mark.parametrize("types", [{"a": "txt"}, {"a": 5}])
def test_types_are_checked(types):
    with pytest.raises(OptionError):
        ReadOptions(types=types)


def test_options_that_say_nothing_are_equal():
    assert ReadOptions() == ReadOptions(types={})

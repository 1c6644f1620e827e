import pyarrow as pa
import pytest

from featureshift.tables.valid_arrow import bytes_of, check_valid

NOT_UTF8 = pa.array([b"caf\xe9", None, b"tea"], pa.binary())


@pytest.mark.parametrize("dtype", [pa.string(), pa.large_string(), pa.string_view()])
def test_texts_that_are_not_utf8_are_valid_and_can_be_read_as_bytes(dtype):
    as_bytes = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary()}
    array = NOT_UTF8.cast(as_bytes.get(dtype, pa.binary_view())).view(dtype)
    check_valid(pa.table({"x": array}))
    assert bytes_of(array).to_pylist() == NOT_UTF8.to_pylist()


def test_levels_too():
    levels = NOT_UTF8.view(pa.string()).dictionary_encode()
    check_valid(pa.table({"x": levels}).slice(1))
    assert bytes_of(levels.slice(1)).to_pylist() == [None, b"tea"]


@pytest.mark.parametrize("code", [-1, 2, 10**6])
def test_codes_that_have_no_level_are_not(code):
    wrong = pa.DictionaryArray.from_arrays(pa.array([0, code]), pa.array(["a", "b"]), safe=False)
    with pytest.raises(pa.ArrowInvalid):
        check_valid(pa.table({"x": wrong}))

from __future__ import annotations

import numpy as np
import pyarrow as pa

from featureshift.corpus.codes import code_table, codes_by_frequency


def test_codes_are_by_frequency_then_by_text():
    codes = codes_by_frequency(pa.array(["y", "x", "b", "b", "b", None, ""]))
    np.testing.assert_array_equal(codes, [2, 1, 0, 0, 0, np.nan, np.nan])


def test_the_order_of_a_dictionary_does_not_matter():
    indices, levels = pa.array([0, 1, 1, None], pa.int8()), pa.array(["b", "a", "never"])
    codes = codes_by_frequency(pa.DictionaryArray.from_arrays(indices, levels))
    np.testing.assert_array_equal(codes, [1, 0, 0, np.nan])


def test_chunks_with_dictionaries_of_their_own_share_codes():
    chunks = [pa.array(["a", "b"]).dictionary_encode(), pa.array(["b", "c"]).dictionary_encode()]
    table = pa.table({"level": pa.chunked_array(chunks)})
    assert code_table(table).values[:, 0].tolist() == [1, 0, 0, 2]


def test_types_tell_what_is_categorical_and_the_caller_may_add():
    table = pa.table({"n": [7, 9, 9], "t": ["u", "v", "v"], "b": [True, True, False]})
    assert code_table(table).categorical.tolist() == [False, True, True]
    np.testing.assert_array_equal(code_table(table).values, [[7, 1, 0], [9, 0, 0], [9, 0, 1]])
    told = code_table(table, [True, False, False])
    assert told.categorical.all()
    assert told.values[:, 0].tolist() == [1, 0, 0]


def test_missing_numbers_are_nan_and_an_empty_column_is_all_missing():
    table = pa.table({"n": [1, None], "nothing": [None, None]})
    coded = code_table(table)
    np.testing.assert_array_equal(coded.values, [[1, np.nan], [np.nan, np.nan]])
    assert coded.values.dtype == np.float32

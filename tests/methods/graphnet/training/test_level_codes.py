"""Levels coded by how common they are in both tables together."""

import numpy as np

from featureshift.methods.graphnet.training.level_codes import level_coded
from featureshift.simulate import LabeledPair


def test_only_categorical_columns_are_coded():
    reference = np.array([[0.5, 0.5], [0.5, 0.1]], np.float32)
    query = np.array([[1.0, 0.9], [0.5, np.nan], [np.nan, 0.1]], np.float32)
    none = np.zeros(2, np.bool_)
    pair = LabeledPair(reference, query, none, none, np.array([True, False]), None)
    first, second = level_coded(pair)
    assert first[:, 0].tolist() == [0, 0]
    assert np.array_equal(second[:, 0], [1, 0, np.nan], equal_nan=True)
    assert np.array_equal(first[:, 1], reference[:, 1])
    assert np.array_equal(second[:, 1], query[:, 1], equal_nan=True)
    assert reference[0, 0] == 0.5  # untouched


def test_nothing_is_copied_without_categorical_columns():
    table = np.zeros((3, 2), np.float32)
    none = np.zeros(2, np.bool_)
    pair = LabeledPair(table, table, none, none, none, None)
    assert level_coded(pair) == (table, table) or level_coded(pair)[0] is table

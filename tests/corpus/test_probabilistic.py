from __future__ import annotations

import numpy as np
import pytest

from featureshift.corpus import probabilistic
from featureshift.errors import UnknownNameError


def draw(seed=0, shape=(3000, 6), **options):
    return probabilistic(*shape, np.random.default_rng(seed), **options)


def test_one_gaussian_component_has_independent_columns_of_stated_variance():
    values = draw(base="gaussian", n_components=1, n_steps=0).values
    assert ((values.var(0) > 0.09) & (values.var(0) < 1.2)).all()
    assert np.abs(np.corrcoef(values, rowvar=False)[np.triu_indices(6, k=1)]).max() < 0.1


def test_a_row_comes_from_one_component_so_that_columns_depend_on_each_other():
    tables = [draw(seed, base="gaussian", n_components=2, n_steps=0).values for seed in range(5)]
    upper = np.triu_indices(6, k=1)
    largest = [np.abs(np.corrcoef(table, rowvar=False)[upper]).max() for table in tables]
    assert np.median(largest) > 0.3


def test_bernoulli_tables_are_binary_and_categorical_until_mapped():
    table = draw(base="bernoulli", n_steps=0)
    assert set(np.unique(table.values)) == {0.0, 1.0}
    assert table.categorical.all()
    assert not draw(base="bernoulli", n_steps=2).categorical.any()


def test_beta_tables_lie_on_the_unit_interval_with_humps_inside():
    values = draw(base="beta", n_components=1, n_steps=0).values
    assert values.min() >= 0
    assert values.max() <= 1
    assert ((values.mean(0) > 0.3) & (values.mean(0) < 0.7)).all()


def test_what_is_not_given_is_drawn_as_in_the_paper():
    stories = [draw(seed, shape=(4, 3)).provenance.source for seed in range(300)]
    bases = {story.split()[2] for story in stories}
    components = {int(story.split(", ")[2].split()[0]) for story in stories}
    steps = [int(story.split(", ")[3].split()[0]) for story in stories]
    assert bases == {"gaussian", "bernoulli", "beta"}
    assert min(components) < 5
    assert 95 < max(components) <= 100
    assert set(steps) == {0, 1, 2, 3, 4, 5}
    assert 0.17 < np.mean(np.array(steps) > 0) < 0.33


def test_an_unknown_base_is_refused():
    with pytest.raises(UnknownNameError, match="did you mean 'gaussian'"):
        draw(base="gausian")

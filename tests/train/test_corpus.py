import pytest

from featureshift.errors import AbsentDataError, OptionError
from featureshift.train.corpus import simulated, source_weights, split_corpus
from featureshift.train.settings import CorpusConfig


def test_the_paper_s_proportions():
    weights = source_weights(CorpusConfig(), has_tables=True)
    assert weights == pytest.approx(
        {"real": 1032 / 1400, "algebraic": 184 / 1400, "probabilistic": 184 / 1400}
    )
    assert source_weights(CorpusConfig(), has_tables=False)["real"] == 0


def test_simulated_tables_are_no_larger_than_asked_for(rng):
    for source in ("algebraic", "probabilistic"):
        table = simulated(source, 50, 7, CorpusConfig(algebraic_inputs=(9,)), rng)
        assert table.values.shape == (50, 7)


def test_without_a_folder_nothing_can_validate():
    assert split_corpus(CorpusConfig(), 0, seed=0, min_features=8).training == ()
    with pytest.raises(OptionError, match="no tables to train on"):
        split_corpus(CorpusConfig(), 3, seed=0, min_features=8)


def test_narrow_tables_are_left_out(small_corpus):
    corpus = CorpusConfig(folder=str(small_corpus))
    assert len(split_corpus(corpus, 3, seed=0, min_features=9).training) == 9
    with pytest.raises(AbsentDataError, match="too few families"):
        split_corpus(corpus, 3, seed=0, min_features=10)

import numpy as np
import pytest

from featureshift.tables import Kind
from featureshift.tables.arrow import hash_text
from featureshift.tables.schema.cells import Cells
from featureshift.tables.schema.renames import renamed


def numbers(values, kind=Kind.NUMERIC):
    return Cells(kind, np.asarray(values, np.float64))


def texts(values):
    hashes = np.array([hash_text(str(value)) for value in values])
    return Cells(Kind.CATEGORICAL, hashes, tuple(map(str, values)))


@pytest.fixture
def draw(rng):
    return lambda mean=0.0, n=500: numbers(rng.normal(mean, 1, n))


def test_like_content_and_like_names_are_paired(draw):
    assert renamed({"income": draw(5)}, {"Income_EUR": draw(5)}) == {"income": "Income_EUR"}


def test_content_alone_pairs_where_nothing_else_fits(draw):
    gone, new = {"income": draw(5)}, {"salary": draw(5), "height": draw(9)}
    assert renamed(gone, new) == {"income": "salary"}


def test_names_alone_never_pair(draw):
    assert renamed({"income": draw(5)}, {"income_eur": draw(6)}) == {}


def test_content_alone_does_not_choose_among_several(draw):
    assert renamed({"income": draw()}, {"salary": draw(), "wage": draw()}) == {}
    assert renamed({"income": draw(), "rent": draw()}, {"salary": draw()}) == {}


def test_names_choose_among_several(draw):
    gone = {"income": draw(), "height": draw()}
    new = {"height_cm": draw(), "income_eur": draw()}
    assert renamed(gone, new) == {"income": "income_eur", "height": "height_cm"}


def test_equally_like_names_choose_nothing(draw):
    assert renamed({"x_1": draw()}, {"x_2": draw(), "x_3": draw()}) == {}


def test_the_last_one_left_may_be_paired_by_content(draw):
    gone = {"income": draw(), "rent": draw()}
    new = {"income_eur": draw(), "lease": draw()}
    assert renamed(gone, new) == {"income": "income_eur", "rent": "lease"}


def test_another_kind_is_another_column(draw, rng):
    dates = numbers(draw(5).values, Kind.DATETIME)
    assert renamed({"income": draw(5)}, {"income_eur": dates}) == {}
    assert renamed({"income": draw(5)}, {"income_eur": texts(rng.choice(["a", "b"], 500))}) == {}


def test_relations_to_common_columns_must_agree(rng):
    x = [rng.normal(size=600) for _ in range(2)]
    gone = {"income": numbers(x[0])}
    new = {"income_eur": numbers(rng.permutation(x[1]))}
    common = [numbers(x[0] + 0.3 * rng.normal(size=600))], [numbers(x[1])]
    assert renamed(gone, new, common) == {}
    assert renamed(gone, {"income_eur": numbers(x[1])}, common) == {"income": "income_eur"}


def test_flags_are_not_telling_without_a_like_name(rng):
    flags = [numbers(rng.random(500) < 0.3, Kind.BOOLEAN) for _ in range(2)]
    assert renamed({"smoker": flags[0]}, {"has_pet": flags[1]}) == {}
    assert renamed({"smoker": flags[0]}, {"is_smoker": flags[1]}) == {"smoker": "is_smoker"}


def test_numbers_of_rows_are_not_telling():
    assert renamed({"customer": numbers(range(500))}, {"order": numbers(range(500))}) == {}


def test_levels_are_compared_by_their_shares(rng):
    kinds = ["red", "green", "blue", "black"]
    gone = {"color": texts(rng.choice(kinds, 500))}
    assert renamed(gone, {"paint": texts(rng.choice(kinds, 500))}) == {"color": "paint"}
    assert renamed(gone, {"colour": texts(rng.choice(kinds, 500, p=[0.9, 0.05, 0.05, 0]))}) == {}


def test_identifiers_are_compared_by_their_pattern():
    gone = {"customer_id": texts([f"C-{n:05d}" for n in range(300)])}
    new = texts([f"C-{n:05d}" for n in range(300, 600)])
    assert renamed(gone, {"customerId": new}) == {"customer_id": "customerId"}
    assert renamed(gone, {"invoice": new}) == {}
    assert renamed(gone, {"customerId": texts([f"{n}@x" for n in range(300)])}) == {}


def test_few_cells_tell_nothing(draw):
    assert renamed({"income": draw(5, 10)}, {"income_eur": draw(5, 10)}) == {}

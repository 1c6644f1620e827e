import pytest

from featureshift.tables.schema.names import alikeness


@pytest.mark.parametrize(
    "pair",
    [
        ("age", "Age"),
        ("customer_age", "customerAge"),
        ("age", "age_years"),
        ("amount", "amt"),
        ("total_cost", "cost_total"),
        ("größe", "größe_cm"),
    ],
)
def test_alike(pair):
    assert alikeness(*pair) >= 0.6


@pytest.mark.parametrize(
    "pair", [("age", "income"), ("income", "salary"), ("x", "y"), ("smoker", "has_pet"), ("", "a")]
)
def test_not_alike(pair):
    assert alikeness(*pair) < 0.6

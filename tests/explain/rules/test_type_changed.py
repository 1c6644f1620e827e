from featureshift.explain.rules.type_changed import propose

from ..building import case_of, table


def test_truth_values_that_became_numbers(rng):
    reference, query = table(rng), table(rng)
    case = case_of(
        reference | {"x": reference["x"] > 80}, query | {"x": 1.0 + (query["x"] > 80)}, "x"
    )
    assert [p.words for p in propose(case)] == [
        "the column is boolean in the reference and numeric in the query"
    ]
    assert list(propose(case_of(reference, query, "x"))) == []

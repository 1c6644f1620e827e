from featureshift.explain.rules.swapped import propose, renumbered

from ..building import case_after, case_of, fits, table


def test_two_columns_exchanged(rng):
    case = case_after(rng, lambda t: {"x": t["b"], "b": t["x"]}, shifted=["b"])
    assert fits(propose, case).words == "values are exchanged with those of 'b'"


def test_one_column_copied_is_no_exchange(rng):
    case = case_after(rng, lambda t: {"x": t["b"]}, shifted=["b"])
    assert list(propose(case)) == []


def test_categories_are_matched_by_name(rng):
    reference, query = table(rng), table(rng)
    reference["other"], query["other"] = reference["text"][::-1], query["text"][::-1]
    case = case_of(
        reference, query | {"text": query["other"], "other": query["text"]}, "text", ["other"]
    )
    other = case.flagged["other"]
    values = renumbered(other.reference, other, case.column)
    names = [case.column.labels[int(code)] for code in values[:50]]
    assert names == [other.labels[int(code)] for code in other.reference[:50]]
    fits(propose, case)

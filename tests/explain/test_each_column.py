from .building import localized, table


def test_a_column_that_follows_is_a_passenger(clinics):
    follow = {c.feature: c.passenger_of for c in clinics.columns if c.passenger_of}
    assert follow == {"waist_cm": ("weight_kg",)}


def test_broken_relations_come_with_a_view(clinics):
    weight = next(c for c in clinics.columns if c.feature == "weight_kg")
    assert weight.partners[0].feature == "waist_cm"
    assert weight.partners[0].reference > 0.8 > 0.1 > abs(weight.partners[0].query)
    assert weight.pair_view.partner == "waist_cm"
    assert next(c for c in clinics.columns if c.feature == "glucose").pair_view is None


def test_passengers_are_witnesses(rng):
    reference, query = table(rng), table(rng)
    query["x"] = rng.permutation(query["x"])
    found = localized(reference, query, ["x", "a", "b", "text"]).explain()
    said = {c.feature: (c.diagnoses[0].code, c.passenger_of) for c in found.columns}
    assert said["x"] == ("shuffled", ())
    assert all(said[name][1] == ("x",) for name in ("a", "b", "text"))

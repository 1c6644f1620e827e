from featureshift.explain.renames.likeness import likeness


def test_case_does_not_matter():
    assert likeness("LOW", "low") == 1.0


def test_slips_of_the_pen_are_alike_and_other_words_are_not():
    assert likeness("maintenance", "maintainance") > 0.8 > 0.5 > likeness("open", "closed")

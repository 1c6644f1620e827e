from featureshift.bench.told import is_told


def test_conditional_tests_are_told_the_number():
    assert is_told("mb-sm")
    assert not is_told("of-ones-own")
    assert not is_told("datafix")

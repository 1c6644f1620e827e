from benchmarks.publish.count_given import is_count_given


def test_conditional_tests_are_told_the_number():
    assert is_count_given("mb-sm")
    assert not is_count_given("of-ones-own")
    assert not is_count_given("datafix")

import dataclasses

from benchmarks.publish.reliability import ReliabilityRow


def test_reliability_in_numbers(section, make_results):
    rows = (
        ReliabilityRow("graphnet", "s", "u", 0, 90, 0, 0.9),
        ReliabilityRow("graphnet", "s", "v", 9, 10, 9, 9.8),
    )
    text = section("reliability", dataclasses.replace(make_results({}), reliability=rows), {})
    assert "| `graphnet` | 100 | 2 | 0.017 | 0.900 |" in text
    assert "on suite `s`" in text
    assert "lie between" not in text


def test_the_middle_is_judged_apart(section, make_results):
    rows = (
        ReliabilityRow("graphnet", "s", "u", 0, 960, 0, 9.6),
        ReliabilityRow("graphnet", "s", "u", 2, 20, 1, 5.0),
        ReliabilityRow("graphnet", "s", "u", 7, 20, 18, 15.0),
    )
    text = section("reliability", dataclasses.replace(make_results({}), reliability=rows), {})
    assert "4.0 % lie between 0.1 and 0.9" in text
    assert "at most 0.20 too high (around 0.25) and 0.15 too low (around 0.75)," in text
    high = (*rows[:2], dataclasses.replace(rows[2], changed=14))
    text = section("reliability", dataclasses.replace(make_results({}), reliability=high), {})
    assert "at most 0.20 too high (around 0.25), which" in text


def test_without_results_there_is_no_section(section, make_results):
    assert section("reliability", make_results({}), {}) == ""

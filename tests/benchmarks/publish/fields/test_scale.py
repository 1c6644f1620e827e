def test_time_and_memory_by_size(section, make_results):
    results = make_results({"graphnet": 0.9, "mb-sm": 0.5}, suites=("scale",))
    text = section("scale", results)
    assert "| rows | columns | `graphnet` s | `graphnet` MB | `mb-sm` s | `mb-sm` MB |" in text
    assert "| 1,000 | 10 | 0.0100 | 4 | 0.0200 | 4 |" in text
    assert len([line for line in text.splitlines() if line.startswith("| 1")]) == 12


def test_without_results_there_is_no_section(section, make_results):
    assert section("scale", make_results({})) == ""

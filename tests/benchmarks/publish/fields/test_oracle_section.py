from dataclasses import replace

from benchmarks.publish.load_results import load_results
from benchmarks.publish.oracle import OracleRow


def test_no_oracle_no_section(section, tmp_path):
    assert section("oracle", load_results(tmp_path)) == ""


def test_what_is_seen_stands_beside_what_is_possible(section, tmp_path):
    rows = [
        OracleRow(f"gas/E3/{share}/100xall/0", 10, seen) for share, seen in ((0.1, 5), (0.2, 10))
    ]
    text = section("oracle", replace(load_results(tmp_path), oracle=tuple(rows)))
    assert "| gas | E3 | 20 | 0.750 | 0.833 |" in text

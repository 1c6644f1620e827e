from dataclasses import replace

from featureshift.bench.collected import read_all
from featureshift.bench.oracle import OracleRow
from featureshift.bench.page.reach import reach_section


def test_no_oracle_no_section(tmp_path):
    assert reach_section(read_all(tmp_path)) == ""


def test_what_is_seen_stands_beside_what_is_possible(tmp_path):
    rows = [
        OracleRow(f"gas/E3/{share}/100xall/0", 10, seen) for share, seen in ((0.1, 5), (0.2, 10))
    ]
    section = reach_section(replace(read_all(tmp_path), oracle=tuple(rows)))
    assert "| gas | E3 | 20 | 0.750 | 0.833 |" in section

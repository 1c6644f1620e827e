import json

import pytest

from featureshift.comparing.comparison import Comparison
from featureshift.errors import OptionError


def test_the_suffix_says_what_is_written(sites, tmp_path):
    assert sites.report(tmp_path / "c.html").read_text().startswith("<!doctype html>")
    text = sites.report(tmp_path / "c.json").read_text()
    assert Comparison.from_json(text).odd == sites.odd
    assert json.loads(text)["schema"] == "featureshift.comparison/1"
    with pytest.raises(OptionError, match=r"ends in \.html, \.htm, \.json"):
        sites.report(tmp_path / "c.pdf")

from pathlib import Path

import pytest

from featureshift.cli.outputs import Outputs
from featureshift.errors import OptionError


def test_names_of_files_hold_that_of_the_query():
    outputs = Outputs(
        (("html", Path("out/{query}.html")), ("json", Path("-"))), Path("{query}.csv")
    )
    outputs.check_several()
    named = outputs.of("data/day=1/feb.csv.gz")
    assert named.files == (("html", Path("out/feb.html")), ("json", Path("-")))
    assert named.repair == Path("feb.csv")
    assert outputs.of("-").repair == Path("-.csv")


@pytest.mark.parametrize(
    "outputs",
    [Outputs((("html", Path("out.html")),)), Outputs((), Path("mended.csv"))],
    ids=["report", "repair"],
)
def test_one_file_is_not_written_for_several_queries(outputs):
    with pytest.raises(OptionError, match="several queries"):
        outputs.check_several()


def test_the_standard_output_takes_one_report():
    assert Outputs((("json", Path("-")),)).takes_standard_output
    assert not Outputs((("json", Path("a.json")),)).takes_standard_output
    with pytest.raises(OptionError, match="standard output"):
        Outputs((("json", Path("-")), ("junit", Path("-"))))

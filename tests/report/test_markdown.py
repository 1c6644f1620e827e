import re
from dataclasses import replace

import pytest

from featureshift.explain import Explanation
from featureshift.repair import Hint
from featureshift.report import report_data
from featureshift.report.markdown import MOST_HINTS, name, render_markdown, words

from .conftest import data_of
from .made import HOSTILE, column, localization, undoable


def test_snapshot(clinic, snapshot):
    snapshot("clinic.md", render_markdown(clinic))


def test_snapshot_of_hostile_names(hostile, snapshot):
    snapshot("hostile.md", render_markdown(hostile))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_name_holds_nothing_that_acts(text):
    inner = name(text).removeprefix("<code>").removesuffix("</code>")
    plain = re.sub(r"&#\d+;", "", inner)
    assert not re.search(r"[^\w\s…]", re.sub(r"\w_\w", "", plain))


@pytest.mark.parametrize(
    "text", ["@team", "#12", "[a](b)", "<b>", "a|b", "`x`", "http://a", "www.a.b", "$x$", "*a*"]
)
def test_words_hold_nothing_that_acts(text):
    said = words(text)
    assert not re.search(r"[\[\]<>|`$*]|@\w|[^&]#\w|://|\w\.\w", said)


def test_rows_of_the_table_have_as_many_cells_as_its_head(hostile):
    for block in re.findall(r"(?:^\|.*\n)+", render_markdown(hostile), re.M):
        assert len({line.count("|") for line in block.splitlines()}) == 1


def test_it_stays_short():
    names = [f"column {i}" for i in range(5000)]
    columns = tuple(column(n, 1.0) for n in names[:50])
    text = render_markdown(
        report_data(localization(names, 4000), explanation=Explanation(columns, 9, 9))
    )
    assert "And 3,975 more columns." in text
    assert len(text) < 20_000


def test_columns_without_evidence_are_listed():
    text = render_markdown(report_data(localization(["a", "b"], 1)))
    assert "| <code>a</code> | | | | 20 |" in text
    assert "There is no evidence to show" in text


def test_no_shift():
    text = render_markdown(report_data(localization(["a", "b"], 0)))
    assert text.startswith("### No shift found in 2 columns\n")
    assert "|" not in text


def test_an_event_is_one_row(wrong_join):
    text = render_markdown(wrong_join)
    assert text.count("moved together against") == 1
    names = "<code>weight_kg</code>, <code>bmi</code>, <code>waist_cm</code>"
    told = "| its relation to other columns changed | moved together against 'age', 'sex'"
    assert f"\n| {names} {told}" in text
    assert "more column" not in text


def test_what_can_be_undone_is_short_and_inert():
    text = render_markdown(data_of(undoable))
    assert "Can be undone by <code>result.repair(query)</code>" in text
    assert f"- And {len(HOSTILE) - MOST_HINTS} more changes" in text
    listed = re.findall(r"^- .*divided by .*", text, re.M)
    assert len(listed) == MOST_HINTS
    for line in listed:
        assert not re.search(r"<(?!/?code>|br>)|[|`]|@\w|://", line)


def test_rows_that_are_dropped_have_no_column():
    data = replace(data_of(undoable), undoable=(Hint((), "copies are dropped", ("drop()",)),))
    assert "- rows: copies are dropped<br><code>drop&#40;&#41;</code>" in render_markdown(data)

"""README.md and docs/benchmarks.md say what the committed result files say, and nothing else."""

import re
from pathlib import Path

import pytest

from benchmarks.publish.figures import alternatives, pictures, stamp_of
from benchmarks.publish.load_results import load_results
from benchmarks.publish.page import render_page

ROOT = Path(__file__).parents[2]
PAGE, FIGURES = ROOT / "docs" / "benchmarks.md", ROOT / "docs" / "figures"
REMEDY = "run `make page`"
NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")


@pytest.fixture(scope="module")
def results():
    return load_results(ROOT / "benchmarks" / "results")


def test_page_is_what_the_results_say(results):
    expected = render_page(results, alternatives(results, FIGURES))
    assert PAGE.read_text(encoding="utf-8") == expected, REMEDY


def test_page_has_all_its_figures_and_there_are_no_others():
    linked = re.findall(r"!\[[^\]]+\]\(figures/([\w./-]+)\)", PAGE.read_text(encoding="utf-8"))
    drawn = [path.relative_to(FIGURES).as_posix() for path in FIGURES.rglob("*.svg")]
    assert sorted(linked) == sorted(drawn)


def test_figures_were_drawn_from_these_results(results):
    for name, picture in pictures(results).items():
        assert stamp_of(FIGURES / f"{name}.svg") == picture.stamp, f"{name}: {REMEDY}"


def test_readme_quotes_only_what_the_page_holds():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"<!-- benchmarks.*?-->(.*?)<!-- /benchmarks -->", readme, re.DOTALL)
    assert block, "the mark is gone"
    quotes = list(passages(block.group(1)))
    assert sum(map(len, map(numbers, quotes))) > 20
    assert unsupported(quotes, passages(PAGE.read_text(encoding="utf-8"))) == []


def passages(text):
    """Paragraphs, and single rows of tables."""
    for paragraph in re.split(r"\n\s*\n", text):
        if paragraph.lstrip().startswith("|"):
            yield from paragraph.strip().splitlines()
        else:
            yield " ".join(paragraph.split())


def numbers(text):
    """As written, without links, and without what is part of a name."""
    return NUMBER.findall(re.sub(r"\([\w/.#-]+\)", "", text))


def unsupported(quotes, sources):
    """Sentences, and rows of tables, whose numbers no single source holds, rounded as they are.

    A row must be supported by a row that is about the same method.
    """
    sources = [(subject(source), [number(text) for text in numbers(source)]) for source in sources]

    def is_supported(quote):
        row = quote.startswith("|")
        candidates = [values for name, values in sources if not row or name == subject(quote)]
        return any(all(stands(text, values) for text in numbers(quote)) for values in candidates)

    return [part for quote in quotes for part in sentences(quote) if not is_supported(part)]


def sentences(quote):
    return [quote] if quote.startswith("|") else re.split(r"(?<=[.:])\s+", quote)


def subject(row):
    return row.split("|")[1].strip(" *`") if row.startswith("|") else None


def number(text):
    return float(text.replace(",", ""))


def stands(text, values):
    """Whether one of the values rounds to what is written."""
    half = 0.5 * 10 ** -len(text.partition(".")[2])
    return any(abs(value - number(text)) <= half + 1e-9 for value in values)


SOURCE = ["| `a` | 0.972 | 0.129 |", "| `b` | 0.5 | 2 |", "12,815 rows in 19.5 % of cases"]


@pytest.mark.parametrize(
    ("quote", "supported"),
    [
        ("| **`a`** | **0.972** | 0.13 s |", True),
        ("| `a` | 0.973 | 0.13 s |", False),
        ("| `b` | 0.972 | 0.13 s |", False),
        ("| `c` | 0.972 |", False),
        ("in 20 % of cases", True),
        ("in 18 % of cases", False),
        ("in 20 % of 12,815", True),
        ("in 20 % of 12,816", False),
        ("0.972 in 20 %", False),
        ("It has 0.972. That is in 20 % of cases.", True),
        ("It has 0.973. That is in 20 % of cases.", False),
        ("F1, E4.1 and [a link](docs/100.md) are no numbers", True),
    ],
)
def test_the_rule_itself(quote, supported):
    assert (unsupported([quote], SOURCE) == []) is supported

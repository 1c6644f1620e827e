"""docs/benchmarks.md: the prose of ``page.md`` with its fields filled in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from benchmarks.publish.count_given import is_count_given
from benchmarks.publish.fields.ablation import Ablation, ablation
from benchmarks.publish.fields.agreement import Agreement, agreement
from benchmarks.publish.fields.comparison import SuiteFields, suite_fields
from benchmarks.publish.fields.count_given import count_given_table
from benchmarks.publish.fields.coverage import Coverage, coverage
from benchmarks.publish.fields.false_alarms import FalseAlarms, false_alarms
from benchmarks.publish.fields.images import OnImages, on_images
from benchmarks.publish.fields.large_images import LargeImages, large_images
from benchmarks.publish.fields.oracle_section import OracleSection, oracle_section
from benchmarks.publish.fields.order_of_methods import OrderOfMethods, order_of_methods
from benchmarks.publish.fields.published_model import PublishedModel, published_model
from benchmarks.publish.fields.reliability import Reliability, reliability
from benchmarks.publish.fields.scale import scale_table
from benchmarks.publish.fields.surprises import Surprises, surprises
from benchmarks.publish.fields.thresholds import Thresholds, thresholds
from benchmarks.publish.load_results import Results
from benchmarks.publish.words import FILTERS

FOLDER = Path(__file__).parent
TEMPLATE, PHRASES = "page.md", "phrases.md"


def render_page(results: Results, drawn: Mapping[str, str]) -> str:
    """Markdown; ``drawn`` has the alternative text of each figure that is there, by name."""
    return tidy(_template().render(_fields(results, drawn)))


def render_section(name: str, results: Results, drawn: Mapping[str, str]) -> str:
    """One ``{% block name %}`` of the template; empty where the results have nothing for it."""
    template = _template()
    context = template.new_context(_fields(results, drawn))
    return tidy("".join(template.blocks[name](context)))


def tidy(text: str) -> str:
    """One line per paragraph and one empty line between two, however the template is wrapped.

    >>> print(tidy("# A" + chr(10) * 4 + "one" + chr(10) + "two" + chr(10)), end="")
    # A
    <BLANKLINE>
    one two
    """
    paragraphs = [part.strip().splitlines() for part in text.split("\n\n") if part.strip()]
    is_table = [lines[0].startswith("|") for lines in paragraphs]
    joined = [
        ("\n" if table else " ").join(line.strip() for line in lines)
        for lines, table in zip(paragraphs, is_table, strict=True)
    ]
    return "\n\n".join(joined) + "\n" if joined else ""


@dataclass(frozen=True)
class Fields:
    """Everything that page.md may name; computed when it is named."""

    results: Results

    @cached_property
    def coverage(self) -> Coverage:
        return coverage(self.results)

    @cached_property
    def suites(self) -> list[SuiteFields]:
        return [suite_fields(self.results, rows) for rows in self.results.comparisons.values()]

    @cached_property
    def oracle(self) -> OracleSection | None:
        return oracle_section(self.results)

    @cached_property
    def false_alarms(self) -> FalseAlarms | None:
        return false_alarms(self.results)

    @cached_property
    def count_given_table(self) -> str:
        return count_given_table(self.results)

    @cached_property
    def scale_table(self) -> str:
        return scale_table(self.results)

    @cached_property
    def thresholds(self) -> Thresholds | None:
        return thresholds(self.results)

    @cached_property
    def reliability(self) -> Reliability | None:
        return reliability(self.results)

    @cached_property
    def on_images(self) -> OnImages | None:
        return on_images(self.results)

    @cached_property
    def ablation(self) -> Ablation | None:
        return ablation(self.results)

    @cached_property
    def agreement(self) -> Agreement:
        return agreement(self.results, self.thresholds)

    @cached_property
    def order_of_methods(self) -> OrderOfMethods | None:
        """On the most telling suite that all of the paper's methods ran."""
        found = map(order_of_methods, self.results.comparisons.values())
        return next(filter(None, found), None)

    @cached_property
    def published_model(self) -> PublishedModel | None:
        return published_model(self.results)

    @cached_property
    def large_images(self) -> LargeImages:
        return large_images(self.results)

    @cached_property
    def surprises(self) -> Surprises:
        return surprises(self.results)


def _fields(results: Results, drawn: Mapping[str, str]) -> dict[str, object]:
    def figure(name: str) -> str:
        """The picture of that name with its alternative text, or nothing if it is not there."""
        return f"![{drawn[name]}](figures/{name}.svg)" if name in drawn else ""

    return {
        "fields": Fields(results),
        "figure": figure,
        "figures_of_images": [name for name in drawn if name.startswith("images-")],
        "is_count_given": is_count_given,
    }


def _template() -> Template:
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= FILTERS
    environment.globals["phrase"] = environment.get_template(PHRASES).module
    return environment.get_template(TEMPLATE)

"""The report as one HTML file that asks for nothing: styles, script, pictures and data inside.

Jinja2 with autoescape makes the text: whatever is not :class:`markupsafe.Markup` is escaped, so
forgetting it is safe. The policy in the page allows exactly this style and this script, by hash.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Sequence
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from featureshift.explain import ColumnExplanation
from featureshift.explain.attempt import attempt
from featureshift.explain.words import percent
from featureshift.report.data import ReportData
from featureshift.report.embedded import embed
from featureshift.report.histogram import histogram, is_histogram, own_scales, sparkline
from featureshift.report.numbers import count, effect, score
from featureshift.report.scatter import scatter
from featureshift.report.shares import share_rows
from featureshift.report.visible import visible
from featureshift.report.words import (
    CONFIDENCE_DOTS,
    KIND_WORDS,
    MOST_NAMES,
    changed_numbers,
    changed_relations,
    how_many,
    sentence,
    what_happened,
    what_next,
)

TEMPLATES = Path(__file__).parent / "templates"
MOST_CARDS = 50
OPEN_CARDS = 8
"""The first ones show their evidence at once; of the others it is one click away."""
PAGE_ROWS = 50
"""Rows of the table that are there without the script, and on one page with it."""
MOST_NOTES = 20
MOST_CHANGES = 20
"""Of the schema."""
MOST_HINTS = 20
_NO_PICTURE = Markup("<span>This picture could not be drawn.</span>")
LONGEST_LINE = 1000
"""Characters of a line of code that are shown: a name may be of any length."""


def render_html(data: ReportData) -> str:
    """The whole file. Under 1 MB for 1,000 columns, under 5 MB for any number."""
    style, script = asset("report.css"), asset("report.js")
    cards = data.explained[:MOST_CARDS]
    places = _places(cards)
    template = environment().get_template("report.html")
    return template.render(
        data=data,
        cards=cards,
        embedded=embed(data.columns, places),
        style=Markup(style),
        script=Markup(script),
        policy=policy(style, script),
        page_rows=PAGE_ROWS,
        open_cards=OPEN_CARDS,
        most_notes=MOST_NOTES,
        most_changes=MOST_CHANGES,
        places=places,
        most_hints=MOST_HINTS,
    )


def _places(cards: Sequence[ColumnExplanation]) -> dict[str, int]:
    """Column -> the number of its card."""
    return {name: place for place, card in enumerate(cards, 1) for name in card.together}


def policy(style: str, script: str) -> str:
    """The content security policy of a page with one style and one script."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def asset(name: str) -> str:
    """The text of a style sheet or script."""
    return (TEMPLATES / name).read_text(encoding="utf-8")


@cache
def environment() -> Environment:
    """Templates that escape whatever is not marked as markup."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "count": count,
        "effect": effect,
        "percent": percent,
        "score": score,
        "sentence": sentence,
        "visible": visible,
    }
    environment.globals |= {
        "changed_numbers": changed_numbers,
        "what_happened": what_happened,
        "what_next": what_next,
        "changed_relations": changed_relations,
        "histogram": _drawn(histogram),
        "is_histogram": is_histogram,
        "own_scales": own_scales,
        "share_rows": share_rows,
        "sparkline": _drawn(sparkline),
        "pair_picture": _drawn(_pair_picture),
        "how_many": how_many,
        "kinds": KIND_WORDS,
        "most_names": MOST_NAMES,
        "longest_line": LONGEST_LINE,
        "dots": CONFIDENCE_DOTS,
    }
    return environment


def _drawn(picture: Callable[..., Markup]) -> Callable[..., Markup]:
    """What cannot be drawn costs the picture, and no other card."""

    @wraps(picture)
    def attempted(*args: Any, **options: Any) -> Markup:
        return attempt(partial(picture, *args, **options), _NO_PICTURE)

    return attempted


def _pair_picture(column: ColumnExplanation, mark: str, data: ReportData) -> Markup:
    view = column.pair_view
    if view is None:
        return Markup("")
    partner = next((p for p in column.partners if p.feature == view.partner), None)
    return scatter(view, column.feature, partner, mark, data.dated, data.labels)

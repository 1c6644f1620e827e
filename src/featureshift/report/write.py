"""Writing a report to a file, in the format that its name or the caller asks for."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import NamedTuple

from featureshift.errors import OptionError
from featureshift.report.data import ReportData
from featureshift.report.gather import TITLE, report_data
from featureshift.result import Localization
from featureshift.written_whole import write_text


class Format(NamedTuple):
    renderer: str
    """ "module:function" below this package, so that one format costs no other's imports; the
    function makes a text of :class:`ReportData`."""
    suffixes: tuple[str, ...] = ()
    """Of the files that are written in this format."""


FORMATS: dict[str, Format] = {
    "html": Format("page:render_html", (".html", ".htm")),
    "markdown": Format("markdown:render_markdown", (".md",)),
    "junit": Format("junit:render_junit", (".xml",)),
    "json": Format("saved:render_json", (".json",)),
    "short": Format("notebook:render_short"),
}
"""Every format of the report by name."""


def format_of(path: Path) -> str | None:
    """The format that the suffix of a file names, if any does.

    >>> format_of(Path("out.HTML")), format_of(Path("out.pdf"))
    ('html', None)
    """
    suffix = path.suffix.lower()
    return next((name for name, kind in FORMATS.items() if suffix in kind.suffixes), None)


def write_report(result: Localization, path: str | Path, *, title: str = TITLE) -> Path:
    """Write what the suffix of ``path`` says, such as HTML, Markdown, JUnit XML or JSON."""
    path = Path(path)
    kind = format_of(path)
    if kind is None:
        known = [suffix for each in FORMATS.values() for suffix in each.suffixes]
        raise OptionError(
            f"no report is written to {path.name!r}",
            expected=f"a name that ends in {', '.join(known)}",
        )
    save(report_data(result, title=title), kind, path)
    return path


def short_report(result: Localization) -> str:
    """A few lines of HTML without script or style sheet, for notebooks."""
    return render(report_data(result), "short")


def save(data: ReportData, kind: str, path: Path) -> None:
    """Write one format, by its name in FORMATS."""
    write_text(render(data, kind), path)


def render(data: ReportData, kind: str) -> str:
    module, _, function = FORMATS[kind].renderer.partition(":")
    text: str = getattr(importlib.import_module(f"{__package__}.{module}"), function)(data)
    return text

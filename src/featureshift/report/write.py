"""Writing a report to a file, in the format that its name or the caller asks for."""

from __future__ import annotations

import importlib
from pathlib import Path

from featureshift.errors import OptionError
from featureshift.report.data import ReportData
from featureshift.report.gather import TITLE, report_data
from featureshift.report.saved import render_json
from featureshift.result import Localization

RENDERERS: dict[str, str] = {
    "html": "page:render_html",
    "markdown": "markdown:render_markdown",
    "junit": "junit:render_junit",
    "short": "notebook:render_short",
}
"""Format -> "module:function" below this package, so that one costs no other's imports."""
SUFFIXES = {".html": "html", ".htm": "html", ".md": "markdown", ".xml": "junit", ".json": "json"}


def write_report(result: Localization, path: str | Path, *, title: str = TITLE) -> Path:
    """Write what the suffix of ``path`` says: HTML, Markdown, JUnit XML or JSON."""
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise OptionError(
            f"no report is written to {path.name!r}",
            expected=f"a name that ends in {', '.join(SUFFIXES)}",
        )
    data = report_data(result, title=title)
    save(result, data, SUFFIXES[path.suffix.lower()], path)
    return path


def short_report(result: Localization) -> str:
    """A few lines of HTML without script or style sheet, for notebooks."""
    return render(report_data(result), "short")


def save(result: Localization, data: ReportData, kind: str, path: Path) -> None:
    """Write one format: a key of RENDERERS, or "json"."""
    text = render_json(result, data.explanation) if kind == "json" else render(data, kind)
    try:
        path.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as cause:
        raise OptionError(f"cannot write {str(path)!r}", found=str(cause)) from cause


def render(data: ReportData, kind: str) -> str:
    module, _, function = RENDERERS[kind].partition(":")
    text: str = getattr(importlib.import_module(f"{__package__}.{module}"), function)(data)
    return text

"""Writing the report on several sources to a file."""

from __future__ import annotations

import json
from pathlib import Path

from featureshift.comparing.comparison import Comparison
from featureshift.errors import OptionError
from featureshift.report.comparison.data import ComparisonData, comparison_data
from featureshift.report.comparison.page import render_page
from featureshift.written_whole import write_text

SUFFIXES = {".html": "html", ".htm": "html", ".json": "json"}


def write_comparison(comparison: Comparison, path: str | Path) -> Path:
    """Write HTML or JSON, as the suffix of ``path`` says."""
    path = Path(path)
    kind = SUFFIXES.get(path.suffix.lower())
    if kind is None:
        raise OptionError(
            f"no report on several sources is written to {path.name!r}",
            expected=f"a name that ends in {', '.join(SUFFIXES)}",
        )
    write_text(render_comparison(comparison_data(comparison), kind), path)
    return path


def render_comparison(data: ComparisonData, kind: str) -> str:
    """As "html" or "json"."""
    if kind == "html":
        return render_page(data)
    content = data.comparison.to_dict()
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"

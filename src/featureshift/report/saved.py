"""A localization with its explanation as JSON, as docs/schema.md describes it."""

from __future__ import annotations

import json

from featureshift.report.data import ReportData


def render_json(data: ReportData) -> str:
    """What ``Localization.to_json`` writes, and "explanation" beside it where there is one."""
    content = data.result.to_dict()
    if data.explanation is not None:
        content["explanation"] = data.explanation.to_dict()
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"

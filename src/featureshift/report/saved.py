"""A localization with its explanation as JSON, as docs/schema.md describes it."""

from __future__ import annotations

import json
import math
from typing import Any

from featureshift.report.data import ReportData


def render_json(data: ReportData) -> str:
    """What ``Localization.to_json`` writes, and "explanation" beside it where there is one."""
    content = data.result.to_dict()
    if data.explanation is not None:
        content["explanation"] = _plain(data.explanation.to_dict())
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _plain(value: Any) -> Any:
    """With null where a number is not finite, which JSON cannot hold."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value

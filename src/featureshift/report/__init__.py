"""A :class:`Localization` as people read it: console, HTML, Markdown, JUnit, JSON, notebook."""

from featureshift.report.comparison.console import comparison_text
from featureshift.report.comparison.write import write_comparison
from featureshift.report.data import ReportData
from featureshift.report.gather import report_data
from featureshift.report.plain import explanation_text, result_text
from featureshift.report.write import format_of, render, save, short_report, write_report

__all__ = [
    "ReportData",
    "comparison_text",
    "explanation_text",
    "format_of",
    "render",
    "report_data",
    "result_text",
    "save",
    "short_report",
    "write_comparison",
    "write_report",
]

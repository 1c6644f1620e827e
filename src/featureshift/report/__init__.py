"""A :class:`Localization` as people read it: console, HTML, Markdown, JUnit, JSON, notebook."""

from featureshift.report.data import ReportData
from featureshift.report.gather import report_data
from featureshift.report.write import format_of, render, save, short_report, write_report

__all__ = [
    "ReportData",
    "format_of",
    "render",
    "report_data",
    "save",
    "short_report",
    "write_report",
]

"""The report: one self-contained HTML file about one run or several side by side.

It opens offline, in English or Chinese, and holds what a clinician, an auditor and an engineer need to believe it or
not: the weakest pillar in words, every figure with its interval and its outcome counts, what is provisional or missing,
versions and hashes, and the transcripts of single items.
"""

from trustmh.report.page import write_report
from trustmh.report.report_run import ReportRun, Transcript

__all__ = ["ReportRun", "Transcript", "write_report"]

"""docs/benchmarks.md, written from result files: tables, figures, and sentences that compute.

No measured number stands in the prose: a sentence is a template, and who wins is looked up. Why our
numbers differ from the paper's is explained in words, shown only while they do.
"""

from featureshift.bench.page.render import render_page

__all__ = ["render_page"]

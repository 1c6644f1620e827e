"""Which columns of the second file are shifted against the first? The answer, and a report.

Usage: python docs/examples/compare_two_files.py january.csv february.csv report.html
"""

import sys

import featureshift as fs

reference, query, report = sys.argv[1:]
result = fs.localize(reference, query)
scores = dict(zip(result.features, result.scores, strict=True))
print(f"{len(result.shifted_features)} of {len(result.features)} columns shifted")
for name in result.shifted_features:
    print(f"  {name}: score {scores[name]:.2f}")
for note in result.notes:  # what was left out or read in a special way, and why
    print(f"  note: {note}")
result.report(report)

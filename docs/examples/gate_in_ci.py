"""Stop a pipeline when today's table is shifted: exit code 1, and a JUnit file for CI to show.

    python docs/examples/gate_in_ci.py trusted.parquet today.parquet shift.xml

The command line does the same:

    featureshift locate trusted.parquet today.parquet --fail-on-shift --junit shift.xml
"""

import sys

import featureshift as fs

trusted, today, junit = sys.argv[1:]
try:
    result = fs.localize(trusted, today, strict=True)  # an unreadable column is an error here
except fs.FeatureshiftError as error:
    print(error, file=sys.stderr)
    sys.exit(2)  # a broken table is not a shift
result.report(junit)
sys.exit(1 if result.shifted.any() else 0)

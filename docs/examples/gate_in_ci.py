"""Stop a pipeline when today's table is broken or shifted: exit code 1, and a JUnit file for CI.

    python docs/examples/gate_in_ci.py trusted.parquet today.parquet shift.xml

The command line does the same:

    featureshift locate trusted.parquet today.parquet --fail-on schema,shift --junit shift.xml
"""

import sys

import featureshift as fs

trusted, today, junit = sys.argv[1:]
try:
    result = fs.localize(trusted, today)
except fs.FeatureshiftError as error:
    print(error, file=sys.stderr)
    sys.exit(2)  # a file that cannot be read is not a shift
result.report(junit)
sys.exit(1 if result.schema.broken or result.shifted.any() else 0)

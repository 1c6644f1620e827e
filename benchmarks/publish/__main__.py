"""``python -m benchmarks.publish``, from the root of a clone."""

from benchmarks.publish.commands import main

main()

"""``python -m benchmarks.reality``, from the root of a clone."""

from benchmarks.reality.commands import main

main()

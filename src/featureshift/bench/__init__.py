"""The benchmark: tasks as data, a runner nothing can stop, results that tests check.

tasks.toml -> Task -> LabeledPair -> localizer, in a process of its own -> Row -> table
"""

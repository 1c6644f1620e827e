"""The benchmark: tasks as data, a runner that no method can stop, scores and tables.

tasks.toml -> Task -> LabeledPair -> localizer, in a process of its own -> Row -> scores -> table
"""

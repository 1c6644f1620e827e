"""Tables as people have them: functions ``(rng, rows, ...) -> DataFrame``.

What describes the population is drawn first, so that a table cut in two is a pair without shift.
"""

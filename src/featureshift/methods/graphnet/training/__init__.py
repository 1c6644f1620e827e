"""How GraphNet learns: labeled pairs kept as graphs in shards, its loss, its calibration."""

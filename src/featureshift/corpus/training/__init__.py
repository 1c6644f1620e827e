"""Tables to learn from: fetched, told apart from the benchmark's, split by families."""

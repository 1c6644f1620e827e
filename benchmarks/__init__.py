"""The benchmark of this repository: its tasks, its results, and what publishes them."""

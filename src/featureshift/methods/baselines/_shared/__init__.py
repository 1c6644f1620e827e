"""What several baselines have in common, and the parts of one that need a file of their own."""

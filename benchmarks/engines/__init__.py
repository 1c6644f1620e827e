"""What engines cost and survive: run from a clone, told in docs/engines.md."""

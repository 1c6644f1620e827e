"""One file for each mishap: when it may have happened, and what it would make of the reference."""

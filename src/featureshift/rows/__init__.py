"""What the rows of a table are worth: copies, rows that depend on each other, too few of them."""

"""Which old name of a category is which new one: by spelling, by relations, by frequency."""

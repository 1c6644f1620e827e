"""Work spread over the cores of a machine."""

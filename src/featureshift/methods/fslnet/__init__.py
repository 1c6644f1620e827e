"""FSL-Net, the method of the paper: measures and learned maps of both tables, merged and judged."""

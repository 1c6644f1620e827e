"""Training of the studentized recipe: pairs are described once, the network learns from maps."""

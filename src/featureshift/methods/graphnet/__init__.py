"""GraphNet, the default: contrasts and a graph of related columns, judged by a network."""

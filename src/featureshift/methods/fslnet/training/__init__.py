"""How FSL-Net learns: labeled pairs made on the fly, its loss and its validation."""

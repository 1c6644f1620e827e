"""The methods that FSL-Net is compared with: one file per method, named as the method."""

"""Torch modules of FSL-Net and their export; ``model.py`` puts them together."""

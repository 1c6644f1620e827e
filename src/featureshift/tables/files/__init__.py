"""Tables in files: one file per format, wherever the bytes lie."""

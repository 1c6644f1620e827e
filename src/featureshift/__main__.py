"""``python -m featureshift`` is the command line."""

from featureshift.cli import main

main()

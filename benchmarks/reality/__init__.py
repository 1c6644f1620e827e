"""The suite ``reality``: pairs of tables as people have them; not a part of the installed package.

    python -m benchmarks.reality kinds                          what is tried, in words
    python -m benchmarks.reality run --method graphnet          40 runs of each kind, resumed
    python -m benchmarks.reality table                          all results side by side

In a *quiet* kind nothing is shifted, so that any flag is a false alarm. In a *found* kind the
shifted columns are known. Both are one table, cut in two; a fault then changes columns of the
second part.

Sizes, strengths and rates are drawn anew in each run. Runs 0 to 39 are published: to develop, look
at later ones (``--first 1000``), so that the published ones still judge.

populations/   tables as people have them, before they are cut
quiet/ found/  the kinds, a file per theme
kinds.py       all of them by name
public tables  install with the package index and are in no training corpus: populations/public.py

Another version of featureshift is measured by putting its sources first on the path:
``PYTHONPATH=<its src>:. python -m benchmarks.reality run --out .../graphnet-0.1.0.csv``.
"""

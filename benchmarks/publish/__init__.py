"""Result files -> docs/benchmarks.md and its figures; not a part of the installed package.

    python -m benchmarks.publish page        docs/benchmarks.md: page.md filled in by fields/
    python -m benchmarks.publish figures     docs/figures/*.svg: figures/
    python -m benchmarks.publish ablation    train and measure variants of FSL-Net: ablation/
    python -m benchmarks.publish oracle      what can be found at all: oracle.py
    python -m benchmarks.publish reliability whether probabilities are calibrated: reliability.py
    python -m benchmarks.publish sweep       sm-threshold at many thresholds: sweep.py
    python -m benchmarks.publish curves      how a training went: figures/training.py

No measured number stands in the prose: page.md names fields, fields/ computes them from the rows.
What was learned in an experiment that is not kept as rows is told in benchmarks/findings, dated.
"""

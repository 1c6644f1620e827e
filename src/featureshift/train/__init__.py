"""Training a network, whichever it is: a method gives its task, this package does the rest.

Start at ``task`` (what a method gives), ``run`` (one training) and ``loop`` (its steps).
Nothing is imported here: the processes that simulate pairs need no torch.
"""

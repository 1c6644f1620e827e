"""Training: labeled pairs drawn from a corpus, the loop with exact resume, search.

Nothing is imported here: the processes that simulate pairs need no torch.
"""

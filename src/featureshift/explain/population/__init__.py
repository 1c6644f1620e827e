"""Is the query the reference, filtered or re-weighted along a few columns?"""

from featureshift.explain.population.finding import Found, find_population

__all__ = ["Found", "find_population"]

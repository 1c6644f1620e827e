"""Maps of two tables whose differences are told in their own noise: see ``studentized``."""

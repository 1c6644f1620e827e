"""What changed in each column by itself: scores, standard normal where nothing is shifted."""

"""Tables behind URLs: web servers, buckets, databases."""

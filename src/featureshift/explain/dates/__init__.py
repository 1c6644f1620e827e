"""Instants as a calendar and a clock show them."""

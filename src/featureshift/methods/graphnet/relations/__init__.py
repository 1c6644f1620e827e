"""What changed between columns: correlations and their errors, partners, axes, residuals."""

"""What happens to dates: one file for each mishap."""

"""What people do with a season, by subject."""

"""What people do with clubs and players, by subject."""

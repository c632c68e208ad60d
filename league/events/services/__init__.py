"""What people do with an event, by subject."""

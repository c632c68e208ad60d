"""What the archive of an event is made of, and what the log of seals tells."""

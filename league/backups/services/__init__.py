"""Writing backups, restoring them, and one every night."""

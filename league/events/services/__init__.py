"""What people do with an event: one file per kind of deed."""

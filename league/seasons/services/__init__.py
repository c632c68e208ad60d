"""What people do with a season: one file per kind of deed."""

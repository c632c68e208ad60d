"""Made-up clubs to look at, and whole events played by chance."""

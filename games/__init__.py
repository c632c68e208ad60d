"""Rules of board games, in plain Python: no framework, no database, the standard library alone."""

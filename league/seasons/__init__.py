"""Seasons with divisions: dated rounds, postponements, promotion and relegation, the archive."""

"""Polyssimo Challenge: draft the pieces, then find room for more of them than the others."""

from games.polyssimo.rules import RULES

__all__ = ["RULES"]

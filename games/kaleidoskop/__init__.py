"""Kaleidoskop, also sold as Ingenious and Einfach genial (RULES.md)."""

from games.kaleidoskop.rules import RULES

__all__ = ["RULES"]

"""Triolet: numbers on a grid, trios that sum to fifteen. The rules are in RULES.md."""

from games.triolet.rules import RULES

__all__ = ["RULES"]

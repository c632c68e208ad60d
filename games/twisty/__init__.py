"""Twisty: knight's moves, seven cubes in order, then the centre."""

from games.twisty.rules import RULES

__all__ = ["RULES"]

"""Fixtures of the embedded service's tests."""

from tests.processes import processes

__all__ = ["processes"]

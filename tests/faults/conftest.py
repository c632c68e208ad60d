"""Fixtures of the fault tests."""

from tests.processes import processes
from tests.production.smtp import sink
from tests.production.stack import image

__all__ = ["image", "processes", "sink"]

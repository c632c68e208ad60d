"""Arbitr's one Django app: people, events and results."""

from league.config.celery import app as celery_app

__all__ = ["celery_app"]

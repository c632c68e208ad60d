"""Made-up clubs to look at, and whole events played by chance."""

from league.demo.services.loading import LOGINS, PASSWORD, load_demo
from league.demo.services.seasons import SeasonPlan, simulate_season
from league.demo.services.series import simulate_series
from league.demo.services.simulation import EventPlan, SimulatedEvent, simulate_event

__all__ = [
    "LOGINS",
    "PASSWORD",
    "SimulatedEvent",
    "EventPlan",
    "SeasonPlan",
    "load_demo",
    "simulate_event",
    "simulate_season",
    "simulate_series",
]

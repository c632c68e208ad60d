"""The client of Arbitr: a typed module for programs, and the command `arbitr` for people.

    from arbitr import Client

    site = Client("https://arbitr.example", token="arb_…")
    for event in site.events(status="running"):
        print(event["name"], site.standings(event["id"])["results"][0]["name"])

It needs Python alone, and speaks to a service over its API. Only checking an archive and making up
games use `games/` and `league/`, which stand beside it.
"""

from arbitr.client import Client
from arbitr.connection import Connection, Refused, Unreachable

__all__ = ["Client", "Connection", "Refused", "Unreachable"]

"""The web process of the kill grid: the service's own application, which stops where a test says.

What is killed is the server of docker-compose.yml with this application in it; see
tests/faults/stepping.py for how it stops.
"""

from tests.faults.stepping import after  # which sets Django up

# isort: split

from league import jobs
from league.config.wsgi import application
from league.results.services import acceptance

__all__ = ["application"]

after(acceptance, "after_act", "stored", always=True)
after(jobs, "hint", "hinted", always=True)

"""`manage.py worker_alive`: the health check of a worker's container."""

import socket
from typing import Any

from django.core.management import BaseCommand, CommandError

from league.models import Worker


class Command(BaseCommand):
    help = "Succeeds if this host's worker has written its heartbeat lately."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        worker = Worker.objects.filter(name=f"celery@{socket.gethostname()}").first()
        if worker is None or not worker.is_alive:
            raise CommandError("No heartbeat lately.")

"""An arbiter at the round desk: forms in, pages and pieces of pages out."""

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.models import Official, Round, Stage
from tests.factories import make_user
from tests.factories.events import running_event

HTMX = {"HX-Request": "true"}


def run(client: Client, entries: int = 8, **settings: Any) -> Stage:
    """An event whose arbiter is at the desk."""
    stage = running_event(entries, **settings)
    user = make_user()
    Official.objects.create(event=stage.event, user=user, role=Official.Role.ARBITER)
    client.force_login(user)
    return stage


def address(route: str, stage: Stage, **parts: object) -> str:
    return reverse(route, kwargs={"pk": stage.event_id, **parts})


def desk(client: Client, stage: Stage) -> str:
    return client.get(address("desk", stage)).content.decode()


def step(client: Client, route: str, one: Round, **data: object) -> HttpResponse:
    """Without htmx."""
    given = {"version": one.version, **data}
    return client.post(address(route, one.stage, round_id=one.pk), given)


def piece(client: Client, route: str, one: Round, **data: object) -> HttpResponse:
    """With htmx."""
    given = {"version": one.version, **data}
    return client.post(address(route, one.stage, round_id=one.pk), given, headers=HTMX)

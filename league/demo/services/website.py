"""A club with a website of its own: it may show embeds, and a program there was told of news.

Nothing is ever sent: what the log says is made up, and the webhook is switched off.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from django.utils import timezone

from league.clubs.services.clubs import edit_club
from league.models import Club, Event, MatchGame, NewsKind, Stage, WebhookDelivery
from league.permissions import Actor
from league.webhooks.outbound import SendFault
from league.webhooks.services import hooks, news
from league.webhooks.services.deliveries import TRIES

WEBSITE = "https://www.hry-olomouc.example"
_STATE = WebhookDelivery.State
_TAKEN = {"state": _STATE.DELIVERED, "attempts": 1, "status": 200, "answer": "ok"}
_TAKEN_LATE = _TAKEN | {"attempts": 3}
_BROKEN = {
    "state": _STATE.PARKED,
    "attempts": TRIES,
    "status": 503,
    "fault": SendFault.STATUS,
    "answer": "<h1>Service Unavailable</h1>",
}
_AGO = timedelta(minutes=7)  # between two of them


def put_on_website(club: Club, *, actor: Actor) -> None:
    origins = [WEBSITE, "http://localhost:9000"]
    edit_club(club, actor=actor, version=club.version, changes={"frame_origins": origins})
    webhook, _is_new = hooks.add_webhook(
        club, actor=actor, address=f"{WEBSITE}/arbitr", kinds=NewsKind.values
    )
    _tell_of(club)
    told = WebhookDelivery.objects.filter(webhook=webhook).order_by("created_at", "pk")
    for row, outcome in zip(told, _outcomes(), strict=False):
        WebhookDelivery.objects.filter(pk=row.pk).update(**outcome)
    hooks.edit_webhook(webhook, actor=actor, version=1, changes={"is_active": False})


def _tell_of(club: Club) -> None:
    """The last event that is over: its last round, a result, the table and the end."""
    over = Event.objects.filter(club=club, status=Event.Status.FINISHED, practice_of="")
    event = over.order_by("-starts_at").select_related("club").first()
    if event is None:
        return
    stage = Stage.objects.select_related("event").filter(event=event).order_by("-order")[0]
    last = stage.rounds.order_by("-number")[0]
    games = MatchGame.objects.filter(match__round=last, result__isnull=False)
    game = games.select_related("match__round__stage__event", "result").order_by("pk")[0]
    assert game.result is not None
    news.tell_round_published(last, event=event)
    news.tell_result_accepted(game.match, game.result, is_correction=False)
    news.tell_standings_published(stage, after_round=last.number)
    news.tell_event_finished(event)


def _outcomes() -> Iterator[Mapping[str, object]]:
    """From the oldest on."""
    outcomes = (_TAKEN, _TAKEN_LATE, _BROKEN, _TAKEN)
    now = timezone.now()
    for place, outcome in enumerate(outcomes):
        at = now - _AGO * (len(outcomes) - place)
        yield {**outcome, "created_at": at, "tried_at": at, "due_at": at}

"""From the laptop to the service: the state of an event sent, or the whole event published there.

Only when somebody taps, only to the address that the file or the organiser gave, over https or
within a private network. Nothing is open while the other side answers.
"""

import ipaddress
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.archive.queries.taken import file_back
from league.archive.services.handovers import play_on_here, return_home
from league.archive.zipped import zipped_alone
from league.audit import log_action
from league.errors import LeagueError
from league.live import changing_event
from league.models import Event, EventHome, WebhookDelivery
from league.models.public_id import ALPHABET, LENGTH
from league.permissions import Actor
from league.webhooks.outbound import Answer, Terms, post

_LIMIT_S = 45
_KEPT_BYTES = 20_000
_PRIVATE = (
    *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
    *("::1/128", "fc00::/7", "fe80::/10"),
)


@dataclass(frozen=True)
class ClubThere:
    """Where an event will be shown: by the address of the club's page."""

    address: str
    club: str


def _terms() -> Terms:
    """A public service sends nothing into the networks that it stands in."""
    is_laptop = not settings.PRODUCTION
    return Terms(
        over_http=is_laptop,
        networks=tuple(map(ipaddress.ip_network, _PRIVATE)) if is_laptop else (),
        limit_s=_LIMIT_S,
        http_only_within=True,
        kept_bytes=_KEPT_BYTES,
    )


def send_state(event: Event, *, actor: Actor) -> EventHome:
    """How the event stands now; it goes on here."""
    home = _home(event)
    live_version = Event.objects.values_list("live_version", flat=True).get(pk=event.pk)
    _sent_home(event, home, is_last=False)
    return _note_sent(event, actor=actor, live_version=live_version)


def send_home(event: Event, *, actor: Actor) -> EventHome:
    """The last state: from now on it goes on there. Nothing is changed here while it is sent."""
    home = _home(event)
    return_home(event, actor=actor)
    try:
        _sent_home(event, home, is_last=True)
    except LeagueError:
        play_on_here(event, actor=actor)
        raise
    home.refresh_from_db()
    EventHome.objects.filter(pk=event.pk).update(sent_at=home.returned_at)
    return home


def publish_there(event: Event, *, actor: Actor, page: str, token: str) -> EventHome:
    """Show an event of this computer on a service: it stays here, and states can follow."""
    if EventHome.objects.filter(event=event, returned_at=None).exists():
        raise LeagueError(_("This event has a home already."))
    there = club_there(page)
    document = file_back(event, is_last=False, source=settings.SITE_URL, who=event.club.name)
    body = zipped_alone(document)
    answer = _posted(f"{there.address}/api/v1/clubs/{there.club}/archives?way=shown", body, token)
    told = {"handover": answer.get("handover"), "key": answer.get("return_key")}
    if not all(isinstance(value, str) and value for value in told.values()):
        raise LeagueError(_("This is no address of a club on a service of Arbitr."))
    with changing_event(event.pk) as stored:
        home, _new = EventHome.objects.update_or_create(
            event=stored, defaults={**told, "address": there.address, "returned_at": None}
        )
        log_action(actor, gettext_noop("publish an event elsewhere"), stored)
    return home


def club_there(page: str) -> ClubThere:
    """Of an address such as https://league.example/clubs/abcdefghij/."""
    parts = urlsplit(page.strip())
    head, _slash, rest = parts.path.partition("/clubs/")
    club = rest.strip("/").split("/")[0]
    is_id = len(club) == LENGTH and set(club) <= set(ALPHABET)
    if parts.scheme not in ("http", "https") or not parts.netloc or not is_id:
        raise LeagueError(_("This is no address of a club on a service of Arbitr."))
    return ClubThere(f"{parts.scheme}://{parts.netloc}{head}", club)


def _home(event: Event) -> EventHome:
    home = EventHome.objects.filter(event=event).first()
    if home is None or not (home.address and home.key):
        raise LeagueError(_("This event has no address to go back to. Bring it back by file."))
    return home


def _sent_home(event: Event, home: EventHome, *, is_last: bool) -> None:
    body = zipped_alone(file_back(event, is_last=is_last, source=settings.SITE_URL))
    address = home.address.rstrip("/")
    _posted(f"{address}/api/v1/events/{event.pk}/return", body, home.key)


def _note_sent(event: Event, *, actor: Actor, live_version: int) -> EventHome:
    with changing_event(event.pk) as stored:
        home = EventHome.objects.get(event=stored)
        home.sent_at = timezone.now()
        home.sent_version = live_version + 1  # this note is the next one
        home.save(update_fields=["sent_at", "sent_version"])
        log_action(actor, gettext_noop("send the state of an event"), stored)
    return home


def _posted(url: str, body: bytes, token: str) -> dict[str, Any]:
    headers = {
        "Authorization": f"Bearer {token.strip()}",
        "Content-Type": "application/octet-stream",
        "Accept": "application/json",
        "User-Agent": f"Arbitr/{settings.VERSION}",
    }
    if not (token.strip().isascii() and token.strip().isprintable()):
        raise LeagueError(_("This is no token."))
    answer = post(url, body=body, headers=headers, terms=_terms())
    told = _told(answer)
    if not answer.fault:
        return told
    detail = told.get("detail")
    if isinstance(detail, str) and detail:
        raise LeagueError(_("The service answered: %(detail)s") % {"detail": detail[:1000]})
    text = WebhookDelivery.Fault(answer.fault).label
    raise LeagueError(
        _("Nothing was sent, or it is not known whether it arrived: %(why)s Sending again is safe.")
        % {"why": text}
    )


def _told(answer: Answer) -> dict[str, Any]:
    try:
        told = json.loads(answer.text)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}

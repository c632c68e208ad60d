"""What the organisers tell all who entered: by mail to accounts, on the event's page for the rest.

Everybody can read that page, so nothing private belongs into a message.
"""

from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.client_keys import made_before, remember
from league.errors import Archived, LeagueError, Stale
from league.events.services.places import mail_to
from league.live import changing_event
from league.models import Announcement, Entry, Event, User
from league.permissions import Actor
from league.throttle import count

MOST_LETTERS = 1000


def announce(
    event: Event, *, actor: Actor, text: str, client_key: str = ""
) -> tuple[Announcement, bool]:
    """The message, and whether it is new: the same key again mails nobody a second time.

    The audit knows that something was said, and to how many; not what, nor to whom.
    """
    text = text.strip()
    if not text:
        raise LeagueError(_("Write what you want to tell them."))
    if len(text) > MOST_LETTERS:
        raise LeagueError(_("A message has at most 1,000 characters."))
    with changing_event(event.pk) as stored:
        made = made_before(stored.pk, client_key=client_key, content=text)
        if made is not None:
            return _still_there(stored, made), False
        count("announcement", who=f"event:{event.pk}")
        _check_public(stored)
        users = list(accounts_entered(stored))
        sent = Announcement.objects.create(event=stored, text=text, mailed=len(users))
        for user in users:
            _write_to(user, stored, text=text)
        log_action(actor, gettext_noop("send message"), stored, mailed=len(users))
        remember(stored.pk, client_key=client_key, content=text, made=[sent.pk])
    return sent, True


def _still_there(event: Event, made: Sequence[str]) -> Announcement:
    sent = event.announcements.filter(pk__in=made).first()
    if sent is None:
        raise Stale(_("This message was taken off the page in the meantime."))
    return sent


def remove_announcement(announcement: Announcement, *, actor: Actor) -> None:
    """Off the page; mail that went out cannot be called back."""
    with changing_event(announcement.event_id) as event:
        deleted, _models = Announcement.objects.filter(pk=announcement.pk).delete()
        if deleted:
            log_action(actor, gettext_noop("remove message"), event)


def accounts_entered(event: Event) -> QuerySet[User]:
    """With a confirmed address: of those who are entered, and of those who entered somebody."""
    entered = event.entries.exclude(status=Entry.Status.WITHDRAWN)
    of_players = Q(player__entries__in=entered) | Q(player__entries_as_partner__in=entered)
    confirmed = EmailAddress.objects.filter(verified=True, primary=True).values("user")
    users = User.objects.filter(of_players | Q(entries_signed_up__in=entered))
    return users.filter(pk__in=confirmed, is_active=True).exclude(email="").distinct()


def _check_public(event: Event) -> None:
    if event.status == Event.Status.DRAFT:
        raise LeagueError(_("The event is a draft, so nobody has entered it. Open it first."))
    if event.status == Event.Status.ARCHIVED:
        raise Archived


def _write_to(user: User, event: Event, *, text: str) -> None:
    mail_to(
        user,
        event,
        subject=gettext_noop("A message from the organisers: %(event)s"),
        body=gettext_noop(
            "%(text)s\n\nThe organisers of “%(event)s” sent this to all who entered.\n%(address)s\n"
        ),
        text=text,
    )

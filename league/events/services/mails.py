"""Mail to the players of an event, each in their own language, else in the event's.

Part of the transactions of the services beside it: no change, no mail.
"""

from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.models import Entry, Event, Round, User
from league.notices.services import write_mail


def tell_of_place(event: Event, entry: Entry) -> None:
    """Whoever moved up from the waiting list."""
    user = entry.player.user
    if user is None or not user.email:
        return
    _mail_to(
        user,
        event,
        subject=gettext_noop("You have a place: %(event)s"),
        body=gettext_noop(
            "A place became free, and you moved up from the waiting list of “%(event)s”.\n"
            "If you cannot come, withdraw on its page, so that somebody else can play:\n"
            "%(address)s\n"
        ),
    )


def tell_of_withdrawal(event: Event, withdrawn: Round) -> None:
    """Whoever had a table in a round that is a draft again, at a confirmed address."""
    confirmed = EmailAddress.objects.filter(verified=True, primary=True).values("user")
    told = User.objects.filter(player__seats__round=withdrawn, pk__in=confirmed)
    for user in told.exclude(email="").order_by("pk"):
        _mail_to(
            user,
            event,
            subject=gettext_noop("Round %(round)s is withdrawn: %(event)s"),
            body=gettext_noop(
                "The tables of round %(round)s of “%(event)s” no longer hold.\n"
                "The organisers draw them anew. Look at the page before you sit down:\n"
                "%(address)s\n"
            ),
            round=withdrawn.number,
        )


def _mail_to(user: User, event: Event, *, subject: str, body: str, **gaps: object) -> None:
    gaps |= {"event": event.name, "address": settings.SITE_URL + event.get_absolute_url()}
    with translation.override(user.language or event.language):
        write_mail(recipient=user.email, subject=_(subject) % gaps, body=_(body) % gaps)

"""Mail to the players of a match of a season, each in their own language, else in the season's.

Part of the transactions of the services beside it: no change, no mail.
"""

from datetime import date

from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.models import Match, Season, User
from league.notices.services import write_mail


def tell_of_deadline(match: Match, *, season: Season, due_on: date, is_over: bool) -> None:
    """The match is not played yet."""
    if is_over:
        subject = gettext_noop("The deadline has passed: round %(round)d of %(season)s")
        body = gettext_noop(
            "Your match of round %(round)d of “%(season)s” was due on %(day)s.\n"
            "Hand in its result, or agree on a new day. Otherwise the organisers decide:\n"
            "%(address)s\n"
        )
    else:
        subject = gettext_noop("Play by %(day)s: round %(round)d of %(season)s")
        body = gettext_noop(
            "Your match of round %(round)d of “%(season)s” is not played yet.\n"
            "The deadline is %(day)s. Agree on a day, or ask for another one:\n"
            "%(address)s\n"
        )
    _write(match, season, subject=subject, body=body, day=due_on)


def tell_of_proposal(match: Match, *, season: Season, play_on: date, but: str) -> None:
    """To everybody but the side that proposes the day."""
    _write(
        match,
        season,
        subject=gettext_noop("Will you play on %(day)s? Round %(round)d of %(season)s"),
        body=gettext_noop(
            "For your match of round %(round)d of “%(season)s” somebody proposes %(day)s.\n"
            "Agree, decline, or propose another day:\n"
            "%(address)s\n"
        ),
        day=play_on,
        but=but,
    )


def _write(
    match: Match, season: Season, *, subject: str, body: str, day: date, but: str = ""
) -> None:
    """At confirmed addresses alone."""
    confirmed = EmailAddress.objects.filter(verified=True, primary=True).values("user")
    seats = match.seats.exclude(entry=but).values("player__user")
    told = User.objects.filter(pk__in=seats).filter(pk__in=confirmed).exclude(email="")
    for user in told.order_by("pk"):
        with translation.override(user.language or season.language):
            gaps = {
                "season": season.name,
                "round": match.round.number,
                "day": formats.date_format(day, "SHORT_DATE_FORMAT"),
                "address": settings.SITE_URL + reverse("match-days", args=[match.pk]),
            }
            write_mail(recipient=user.email, subject=_(subject) % gaps, body=_(body) % gaps)

"""Opponents are asked to confirm: by the page on their phones, and by mail where one is known."""

from datetime import timedelta

from django.conf import settings
from django.db.models import F, Max, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.live.services import changing_event
from league.models import Event, Match, Seat, Submission
from league.notices.services import write_mail
from league.results.queries import Version, acts_of, versions_of
from league.results.services.counted_results import stored_match

REMINDED_AFTER = timedelta(minutes=10)
_REMINDED_AT_ONCE = 200


def ask_opponents(submission: Submission) -> None:
    """Write to those who have an account; part of the caller's transaction."""
    if submission.match.event.confirmation == Event.Confirmation.OFFICIALS:
        return  # nobody at the table has to confirm
    author = submission.seat
    for seat in _seats_with_mail(submission.match):
        if author is None or seat.entry_id != author.entry_id:
            _write(seat, submission.match, is_reminder=False)


def remind_opponents() -> int:
    """The sweep: once for each version that nobody answered for a while."""
    before = timezone.now() - REMINDED_AFTER
    waiting = (
        Match.objects.filter(state=Match.State.HANDED_IN, is_open=True)
        .exclude(event__confirmation=Event.Confirmation.OFFICIALS)
        .annotate(newest=Max("submissions__at"))
        .filter(newest__lte=before)
        .filter(Q(reminded_at__isnull=True) | Q(reminded_at__lt=F("newest")))
        .order_by("pk")
    )
    reminded = 0
    for match in waiting[:_REMINDED_AT_ONCE]:
        reminded += _remind(match)
    return reminded


def _remind(match: Match) -> int:
    with changing_event(match.event_id):
        stored = stored_match(match)
        if stored.state != Match.State.HANDED_IN:
            return 0
        spoken = _spoken_in_open_games(stored)
        for seat in _seats_with_mail(stored):
            if any(seat.entry_id not in sides for sides in spoken):
                _write(seat, stored, is_reminder=True)
        Match.objects.filter(pk=stored.pk).update(reminded_at=timezone.now())
    return 1


def _spoken_in_open_games(match: Match) -> list[set[str]]:
    """Of each game that waits for somebody: the sides that said something about it."""
    counted = set(match.games.filter(result__isnull=False).values_list("number", flat=True))
    by_game: dict[int, list[Version]] = {}
    for each in versions_of(match):
        if not each.is_history and each.submission.game not in counted:
            by_game.setdefault(each.submission.game, []).append(each)
    return [{act.side for act in acts_of(versions)} for versions in by_game.values()]


def _seats_with_mail(match: Match) -> list[Seat]:
    seats = match.seats.filter(player__user__isnull=False).exclude(player__user__email="")
    return list(seats.select_related("player__user"))


def _write(seat: Seat, match: Match, *, is_reminder: bool) -> None:
    user = seat.player.user
    assert user is not None
    with translation.override(user.language or match.event.language):
        gaps = {
            "table": match.table,
            "event": match.event.name,
            "address": settings.SITE_URL + reverse("match", args=[match.pk]),
        }
        subject = (
            _("The result of table %(table)d waits for you: %(event)s")
            if is_reminder
            else _("Confirm the result of table %(table)d: %(event)s")
        )
        write_mail(
            recipient=user.email,
            subject=subject % gaps,
            body=_(
                "Somebody at your table %(table)d of “%(event)s” handed in a result.\n"
                "Is it right? Confirm it, or hand in your own version:\n"
                "%(address)s\n"
            )
            % gaps,
        )

"""The day of a match: proposed, agreed to or set; mail about it; forfeits once it has passed."""

from collections.abc import Collection
from datetime import date, datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import reverse
from django.utils import formats, timezone, translation
from django.utils.translation import gettext as _, gettext_noop, pgettext

from league.audit import log_action
from league.errors import LeagueError
from league.live import changing_event
from league.models import Entry, Match, MatchReminder, Postponement, Ruling, Season, User
from league.notices import write_mail
from league.permissions import Actor
from league.results.services.rulings import Decision, rule
from league.results.sides import Mark
from league.seasons.days import Days, is_due_soon
from league.seasons.queries import seasons

Word = Postponement.Kind
Reminder = MatchReminder.Kind


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
    users = User.objects.filter(pk__in=seats).filter(pk__in=confirmed).exclude(email="")
    for user in users.order_by("pk"):
        with translation.override(season.language):
            gaps = {
                "season": season.name,
                "round": match.round.number,
                "day": formats.date_format(day, pgettext("date format", "j M Y")),
                "address": settings.SITE_URL + reverse("match-days", args=[match.pk]),
            }
            write_mail(recipient=user.email, subject=_(subject) % gaps, body=_(body) % gaps)


def propose_day(match: Match, *, actor: Actor, side: str, play_on: date) -> Postponement:
    """A side asks the others. A newer proposal takes the place of an older one."""
    with changing_event(match.event_id):
        _check_open(match)
        _check_side(match, side)
        _check_coming(match, play_on)
        tell_of_proposal(match, season=_season_of(match), play_on=play_on, but=side)
        return _say(match, Word.ASKED, actor=actor, play_on=play_on, side=side)


def answer_proposal(
    match: Match, *, actor: Actor, side: str, play_on: date, agrees: bool
) -> Postponement:
    """Another side agrees or declines. `play_on`: the day that it read on the page."""
    with changing_event(match.event_id):
        _check_open(match)
        proposal = _days(match).proposal
        if proposal is None or proposal.play_on != play_on:
            raise LeagueError(_("Another day has been proposed since. Look at it again."))
        if side not in _days(match).waits_for(seasons.sides_of(match)):
            raise LeagueError(_("This proposal is not waiting for your answer."))
        kind = Word.AGREED if agrees else Word.DECLINED
        return _say(match, kind, actor=actor, play_on=play_on, side=side)


def set_day(match: Match, *, actor: Actor, play_on: date) -> Postponement:
    """An official decides; nobody has to agree."""
    with changing_event(match.event_id):
        _check_open(match)
        _check_coming(match, play_on)
        return _say(match, Word.SET, actor=actor, play_on=play_on, side="")


def _say(match: Match, kind: Word, *, actor: Actor, play_on: date, side: str) -> Postponement:
    said = Postponement.objects.create(
        match=match,
        number=match.postponements.count() + 1,
        kind=kind,
        play_on=play_on,
        entry_id=side or None,
        author=actor.user.pk if actor.user else "",
    )
    log_action(actor, _ACTIONS[kind], match, play_on=play_on.isoformat(), entry=side)
    return said


_ACTIONS = {
    Word.ASKED: gettext_noop("propose a day"),
    Word.AGREED: gettext_noop("agree to a day"),
    Word.DECLINED: gettext_noop("decline a day"),
    Word.SET: gettext_noop("set a day"),
}


def _days(match: Match) -> Days:
    return seasons.days_by_match({match.pk: seasons.sides_of(match)})[match.pk]


def _season_of(match: Match) -> Season:
    return Season.objects.get(divisions__event=match.event_id)


def _check_open(match: Match) -> None:
    if not Match.objects.filter(pk=match.pk, is_open=True).exists():
        raise LeagueError(_("This match is over: it needs no other day."))


def _check_side(match: Match, side: str) -> None:
    if not Entry.objects.filter(pk=side, seats__match=match).exists():
        raise LeagueError(_("Only those who play this match propose its day."))


def _check_coming(match: Match, play_on: date) -> None:
    today = seasons.today_in(_season_of(match))
    if play_on < today:
        raise LeagueError(_("Choose today or a later day."))
    if (play_on - today).days > 366:
        raise LeagueError(_("Choose a day within a year."))


def remind_of_deadlines(*, now: datetime | None = None) -> int:
    """How many matches were written about."""
    moment = now or timezone.now()
    running = Season.objects.filter(status=Season.Status.RUNNING)
    if not running.exists():
        return 0
    dated = seasons.open_dated_matches(running)
    written = set(
        MatchReminder.objects.filter(match__in=[due.match for due in dated]).values_list(
            "match", "kind", "due_on"
        )
    )
    reminded = 0
    for due in dated:
        kind = _reminder_due(due, today=seasons.today_in(due.season, at=moment))
        if kind and (due.match.pk, kind, due.due_on) not in written:
            reminded += _remind(due, kind)
    return reminded


def _reminder_due(dated: seasons.Dated, *, today: date) -> str:
    if dated.is_overdue(today=today):
        return Reminder.OVERDUE
    soon = is_due_soon(dated.due_on, today=today, days=dated.season.reminder_days)
    return Reminder.COMING if soon and dated.season.reminder_days else ""


def _remind(dated: seasons.Dated, kind: str) -> int:
    with changing_event(dated.match.event_id):
        if not Match.objects.filter(pk=dated.match.pk, is_open=True).exists():
            return 0
        _row, is_new = MatchReminder.objects.get_or_create(
            match=dated.match, kind=kind, due_on=dated.due_on
        )
        if not is_new:
            return 0
        tell_of_deadline(
            dated.match, season=dated.season, due_on=dated.due_on, is_over=kind == Reminder.OVERDUE
        )
    return 1


def forfeit_match(match: Match, *, actor: Actor, absent: Collection[str]) -> None:
    """Who is absent loses by forfeit, in every game that is still to be played."""
    sides = seasons.sides_of(match)
    if not absent or not set(absent) <= set(sides):
        raise LeagueError(_("Say who in this match did not play."))
    if not match.is_open:
        raise LeagueError(_("This match is over. Correct its result instead."))
    season = Season.objects.get(divisions__event=match.event_id)
    with translation.override(season.language):  # kept, and read by everybody
        reason = _("Not played by the deadline.")
    # Those who were there share the place that is left: a place of 1 and a score of 1 alike.
    marks = {side: Mark() if side in absent else Mark(1) for side in sides}
    for game in range(1, match.round.stage.games_here + 1):
        if not Match.objects.filter(pk=match.pk, is_open=True).exists():
            break
        if match.games.filter(number=game, result__isnull=False).exists():
            continue
        decision = Decision(Ruling.Kind.FORFEIT, game=game, marks=marks)
        rule(match, decision, actor=actor, reason=reason)

"""The day of a match: proposed by a side, agreed to by the others, or set by an official."""

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import log_action
from league.errors import LeagueError
from league.live.services import changing_event
from league.models import Entry, Match, Postponement, Season
from league.permissions import Actor
from league.seasons.days import Days
from league.seasons.queries.days import days_by_match, sides_of, today_in
from league.seasons.services.mails import tell_of_proposal

Word = Postponement.Kind


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
            raise LeagueError(_("Another day is proposed by now. Look at it again."))
        if side not in _days(match).waits_for(sides_of(match)):
            raise LeagueError(_("This proposal does not wait for you."))
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
    return days_by_match({match.pk: sides_of(match)})[match.pk]


def _season_of(match: Match) -> Season:
    return Season.objects.get(divisions__event=match.event_id)


def _check_open(match: Match) -> None:
    if not Match.objects.filter(pk=match.pk, is_open=True).exists():
        raise LeagueError(_("This match is over: it needs no other day."))


def _check_side(match: Match, side: str) -> None:
    if not Entry.objects.filter(pk=side, seats__match=match).exists():
        raise LeagueError(_("Only those who play this match propose its day."))


def _check_coming(match: Match, play_on: date) -> None:
    today = today_in(_season_of(match))
    if play_on < today:
        raise LeagueError(_("Choose today or a later day."))
    if (play_on - today).days > 366:
        raise LeagueError(_("Choose a day within a year."))

"""What a season leads to: play-offs around a line, and the next season drafted from this one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError
from league.events.queries.entries import meant_by
from league.events.services.boxes import edition_again
from league.events.services.entries import Registration, enter_player
from league.events.services.settings import create_event
from league.events.settings_rules import GAME_SETTINGS
from league.models import Division, Entry, Event, PlayOff, Season, SeasonLeave
from league.permissions import Actor
from league.seasons.divisions import SINGLE, template_for
from league.seasons.promotion import Drafted
from league.seasons.queries.outcome import (
    PlayOffShown,
    SeasonOutcome,
    next_draft,
    outcome_of,
    paused_before,
)
from league.seasons.services.setup import MOST_DIVISIONS, changing_season, check_free, make_division

_COPIED = (
    *GAME_SETTINGS,
    *("format", "rounds_planned", "time_zone", "language"),
    *("movers", "has_play_offs", "reminder_days"),
)


@dataclass(frozen=True)
class Wishes:
    """What an organiser says about the next season."""

    name: str
    leaving: Mapping[str, str] = field(default_factory=dict)  # entry -> how: left or paused
    returning: Sequence[str] = ()  # leaves of last season, by entry
    newcomers: Sequence[str] = ()  # names
    divisions: int | None = None


def draft_next_season(season: Season, *, actor: Actor, wishes: Wishes) -> Season:
    """Make the draft that `preview_next_season` showed."""
    outcome = outcome_of(season)
    _check(season, outcome, wishes)
    placed = preview_next_season(outcome, wishes)
    orders = {e: at for at, group in enumerate(outcome.after, start=1) for e in group}
    with transaction.atomic():
        stored = Season.objects.select_for_update().select_related("club").get(pk=season.pk)
        if Season.objects.filter(previous=stored).exists():
            raise LeagueError(_("The next season has already been drafted."))
        copied = {name: getattr(stored, name) for name in _COPIED}
        copied["edition"] = edition_again(stored.club, stored, since=stored.created_at)
        made = Season.objects.create(club=stored.club, previous=stored, name=wishes.name, **copied)
        names = list(stored.divisions.order_by("order").values_list("name", flat=True))
        for order, group in enumerate(placed, start=1):
            name = names[order - 1] if order <= len(names) else ""
            division = make_division(made, actor=actor, order=order, name=name)
            _fill(division, [placed.player for placed in group], actor=actor)
        SeasonLeave.objects.bulk_create(
            SeasonLeave(season=made, entry_id=entry, kind=kind, order=orders[entry])
            for entry, kind in sorted(wishes.leaving.items())
        )
        log_action(actor, gettext_noop("draft next season"), made, previous=stored.pk)
    return made


def preview_next_season(outcome: SeasonOutcome, wishes: Wishes) -> Drafted:
    """Where everybody would play. Nothing is written."""
    newcomers = (" ".join(name.split()) for name in wishes.newcomers)
    chosen = [
        leave for leave in paused_before(outcome.season) if leave.entry_id in wishes.returning
    ]
    return next_draft(
        outcome,
        leaving=wishes.leaving.keys(),
        returning=chosen,
        newcomers=list(dict.fromkeys(filter(None, newcomers))),
        divisions=wishes.divisions,
    )


def _fill(division: Division, keys: Sequence[str], *, actor: Actor) -> None:
    """In the order of strength, which becomes the order of starting numbers."""
    known = Entry.objects.select_related("player").in_bulk(keys)
    for key in keys:
        if key in known:
            registration = Registration(player=known[key].player)
        else:
            meant = meant_by(division.event, key).player
            registration = Registration(player=meant) if meant else Registration(full_name=key)
        if registration.player:
            check_free(division.season, [registration.player])
        enter_player(division.event, actor=actor, registration=registration)


def _check(season: Season, outcome: SeasonOutcome, wishes: Wishes) -> None:
    if season.status not in (Season.Status.FINISHED, Season.Status.ARCHIVED):
        raise LeagueError(_("Finish the season first: its tables decide who goes up and down."))
    if not outcome.is_current:
        raise LeagueError(_("The tables are still being computed. Try again in a moment."))
    if outcome.undecided:
        raise LeagueError(
            _("A play-off is not decided yet. Say who won it, or turn play-offs off.")
        )
    if not 1 <= (wishes.divisions or 1) <= MOST_DIVISIONS:
        raise LeagueError(
            _("A season has from 1 to %(most)d divisions.") % {"most": MOST_DIVISIONS}
        )
    everybody = {entry for group in outcome.after for entry in group}
    if not set(wishes.leaving) <= everybody:
        raise LeagueError(_("Somebody who leaves did not play last season. Look at it again."))


def decide_play_off(division: Division, *, actor: Actor, winner: str) -> PlayOff:
    """Say who plays in the upper division next season; said again, the last word counts."""
    pair = _pair(division)
    if winner not in (pair.holder, pair.challenger):
        raise LeagueError(_("Choose one of the two who play off."))
    with changing_season(division.season_id) as season:
        _check_over(season)
        stored = _stored(division, pair)
        stored.winner_id = winner
        stored.save()
        log_action(
            actor, gettext_noop("decide play-off"), season, division=division.pk, winner=winner
        )
    return stored


def open_play_off(division: Division, *, actor: Actor) -> Event:
    """A small event for the two, open and with both in it; played like any other."""
    pair = _pair(division)
    entries = Entry.objects.select_related("player").in_bulk([pair.holder, pair.challenger])
    with changing_season(division.season_id) as season:
        _check_over(season)
        stored = _stored(division, pair)
        if stored.event_id is not None:
            raise LeagueError(_("There is already an event for this play-off."))
        event = _event(season, division, actor=actor)
        for entry in (pair.holder, pair.challenger):
            registration = Registration(player=entries[entry].player)
            enter_player(event, actor=actor, registration=registration)
        Event.objects.filter(pk=event.pk).update(status=Event.Status.OPEN)
        stored.event = event
        stored.save()
        log_action(actor, gettext_noop("open play-off"), season, division=division.pk)
    return event


def _event(season: Season, division: Division, *, actor: Actor) -> Event:
    game = {field: getattr(season, field) for field in GAME_SETTINGS}
    return create_event(
        season.club,
        actor=actor,
        template=template_for(SINGLE, rounds=1),
        name=_("%(season)s: play-off below %(division)s")
        % {"season": season.name, "division": division.name},
        starts_at=timezone.now(),
        changes={**game, "time_zone": season.time_zone, "language": season.language},
    )


def _pair(division: Division) -> PlayOffShown:
    for play_off in outcome_of(division.season).play_offs:
        if play_off.division.pk == division.pk:
            return play_off
    raise LeagueError(_("There is no play-off below this division."))


def _stored(division: Division, pair: PlayOffShown) -> PlayOff:
    """Of this very pair: what was decided for others is gone."""
    PlayOff.objects.filter(division=division).exclude(
        holder=pair.holder, challenger=pair.challenger
    ).delete()
    row, _new = PlayOff.objects.get_or_create(
        division=division, defaults={"holder_id": pair.holder, "challenger_id": pair.challenger}
    )
    return row


def _check_over(season: Season) -> None:
    if season.status != Season.Status.FINISHED:
        raise LeagueError(_("Play-offs come once the season is finished."))

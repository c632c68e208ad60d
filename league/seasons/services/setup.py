"""Setting a season up: its divisions, each an event of its own, who plays in them, what may change.

Anyone who changes a season holds its row; the rows of its events come after it, in their order.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.queries.entries import meant_by
from league.events.services.boxes import edition_of
from league.events.services.entries import Registration, enter_player
from league.events.services.settings import create_event
from league.events.settings_rules import GAME_SETTINGS
from league.live import changing_event
from league.models import Club, Division, Entry, Event, Player, Season
from league.permissions import Actor
from league.seasons.divisions import MOST_PLAYERS, template_for

MOST_DIVISIONS = 12
EDITED_LATER = ("name", "movers", "has_play_offs", "reminder_days")


@contextmanager
def changing_season(season_id: str, *, version: int | None = None) -> Iterator[Season]:
    """A short transaction. `version`: the one that the page was made from."""
    with transaction.atomic():
        season = Season.objects.select_for_update().select_related("club").get(pk=season_id)
        if version is not None and season.version != version:
            raise Stale
        yield season
        season.version += 1
        season.save()


def create_season(club: Club, *, actor: Actor, divisions: int, fields: Mapping[str, Any]) -> Season:
    """A draft with empty divisions, which only those who run the club see."""
    if not 1 <= divisions <= MOST_DIVISIONS:
        raise LeagueError(
            _("A season has from 1 to %(most)d divisions.") % {"most": MOST_DIVISIONS}
        )
    with transaction.atomic():
        local = {"time_zone": club.zone, "language": club.language}
        season = Season(club=club, **{**local, **fields})
        if "edition" not in fields:
            season.edition = edition_of(club, season.game)
        season.save()
        for order in range(1, divisions + 1):
            make_division(season, actor=actor, order=order)
        log_action(actor, gettext_noop("create season"), season, divisions=divisions)
    return season


def make_division(season: Season, *, actor: Actor, order: int, name: str = "") -> Division:
    """With an event of the season's game and format; part of the caller's transaction."""
    with translation.override(season.language):
        name = name or _("Division %(number)d") % {"number": order}
    game = {field: getattr(season, field) for field in GAME_SETTINGS}
    event = create_event(
        season.club,
        actor=actor,
        template=template_for(season.format, rounds=season.rounds_planned),
        name=event_name(season, name),
        starts_at=timezone.now(),
        changes={**game, "time_zone": season.time_zone, "language": season.language},
    )
    return Division.objects.create(season=season, order=order, name=name, event=event)


def edit_season(
    season: Season, *, actor: Actor, version: int, changes: Mapping[str, Any]
) -> Season:
    """Its name, how many move, play-offs, reminders; the game and the format stay."""
    with changing_season(season.pk, version=version) as stored:
        if stored.status == Season.Status.ARCHIVED:
            raise LeagueError(_("The season is archived. Take it out of the archive first."))
        changed = [
            field
            for field in EDITED_LATER
            if field in changes and getattr(stored, field) != changes[field]
        ]
        for field in changed:
            setattr(stored, field, changes[field])
        if "name" in changed:
            _rename_events(stored)
        if changed:
            log_action(actor, gettext_noop("edit season"), stored, fields=changed)
    return stored


def add_division(season: Season, *, actor: Actor) -> Division:
    """One more at the bottom."""
    with changing_season(season.pk) as stored:
        check_being_made(stored)
        last = stored.divisions.count()
        if last >= MOST_DIVISIONS:
            raise LeagueError(
                _("A season has from 1 to %(most)d divisions.") % {"most": MOST_DIVISIONS}
            )
        division = make_division(stored, actor=actor, order=last + 1)
        if stored.status == Season.Status.OPEN:
            Event.objects.filter(pk=division.event_id).update(status=Event.Status.OPEN)
        log_action(actor, gettext_noop("add division"), stored, division=division.pk)
    return division


def rename_division(division: Division, *, actor: Actor, name: str) -> None:
    name = " ".join(name.split())
    if not name:
        raise LeagueError(_("Type a name for the division."))
    with changing_season(division.season_id) as season:
        Division.objects.filter(pk=division.pk).update(name=name)
        _rename_events(season)
        log_action(actor, gettext_noop("rename division"), season, division=division.pk)


def remove_division(division: Division, *, actor: Actor) -> None:
    """The lowest one, while nobody is in it."""
    with changing_season(division.season_id) as season:
        check_being_made(season)
        below = season.divisions.filter(order__gt=division.order)
        if below.exists() or season.divisions.count() == 1:
            raise LeagueError(_("Only the lowest of several divisions can be removed."))
        if division.event.entries.exists():
            raise LeagueError(_("Move or remove its players first."))
        log_action(actor, gettext_noop("remove division"), season, division=division.pk)
        division.event.delete()


def discard_season(season: Season, *, actor: Actor) -> None:
    """Throw a draft away, with its divisions; nobody else has seen it."""
    with transaction.atomic():
        stored = Season.objects.select_for_update().get(pk=season.pk)
        if stored.status != Season.Status.DRAFT:
            raise LeagueError(_("Only a draft can be thrown away."))
        log_action(actor, gettext_noop("discard season"), stored)
        Event.objects.filter(division__season=stored).delete()
        stored.delete()


def check_being_made(season: Season) -> None:
    if not season.is_being_made:
        raise LeagueError(
            _("The season has started: its divisions stay. Withdraw a player in the division.")
        )


def event_name(season: Season, division: str) -> str:
    return f"{season.name}: {division}"


def _rename_events(season: Season) -> None:
    for division in season.divisions.select_related("event"):
        division.event.name = event_name(season, division.name)
        division.event.save(update_fields=["name", "sort_key"])


def add_players(
    division: Division, *, actor: Actor, names: Sequence[str] = (), players: Sequence[Player] = ()
) -> list[Entry]:
    """By name or chosen from the club. A name that one member has is that member's."""
    known = [*players]
    new = []
    for name in dict.fromkeys(" ".join(typed.split()) for typed in names):
        if not name:
            continue
        meant = meant_by(division.event, name).player
        known += [meant] if meant else []
        new += [] if meant else [name]
    with changing_season(division.season_id) as season:
        check_being_made(season)
        coming = list(dict.fromkeys(known))
        check_free(season, coming)
        if division.event.entries.count() + len(coming) + len(new) > MOST_PLAYERS:
            raise LeagueError(
                _("A division has at most %(most)d players.") % {"most": MOST_PLAYERS}
            )
        registered = [
            *(Registration(player=player) for player in coming),
            *(Registration(full_name=name) for name in new),
        ]
        return [enter_player(division.event, actor=actor, registration=r) for r in registered]


def move_player(entry: Entry, *, actor: Actor, to: Division) -> Entry:
    """Into another division of the season, where they come last."""
    with changing_season(to.season_id) as season:
        check_being_made(season)
        if not season.divisions.filter(event=entry.event_id).exists():
            raise LeagueError(_("This player is in another season."))
        if entry.event_id == to.event_id:
            raise LeagueError(_("This player is already in that division."))
        registration = Registration(player=entry.player, rating=entry.rating)
        _take_out(entry)
        moved = enter_player(to.event, actor=actor, registration=registration)
        log_action(actor, gettext_noop("move player to division"), season, division=to.pk)
    return moved


def remove_player(entry: Entry, *, actor: Actor) -> None:
    """Out of the season; adding the player again undoes it."""
    with changing_season(entry.event.division.season_id) as season:
        check_being_made(season)
        log_action(actor, gettext_noop("remove player from season"), season, entry=entry.pk)
        _take_out(entry)


def check_free(season: Season, players: Sequence[Player]) -> None:
    """Nobody plays in two divisions."""
    taken = Entry.objects.filter(event__division__season=season, player__in=players)
    entries = taken.select_related("player", "event__division").order_by(*Entry.BY_NAME)
    if there := entries.first():
        raise LeagueError(
            _("%(name)s is already in this season: %(division)s.")
            % {"name": there.player.public_name, "division": there.event.division.name}
        )


def _take_out(entry: Entry) -> None:
    with changing_event(entry.event_id):
        Entry.objects.filter(pk=entry.pk).delete()

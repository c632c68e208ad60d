"""A table opens a score sheet: for a game of its match, or for practice."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.contract import SEATS
from games.registry import rules_of
from league.audit.services import log_action
from league.errors import LeagueError
from league.live.services import changing_event, mark_changed
from league.models import Match, Sheet
from league.models.game_played import MOST_SEATS, OTHER
from league.permissions import Actor
from league.results.queries import expected_of, seats_at
from league.results.services.counted_results import check_open_for_players, check_open_for_results
from league.sheets.queries.offered import has_sheets, is_checked
from league.sheets.queries.versions import tell_version, version_of

LONGEST_NAME = 40


def open_sheet(
    match: Match,
    *,
    actor: Actor,
    game: int,
    seating: Mapping[str, str],
    way: str = Sheet.Way.CHECKED,
) -> Sheet:
    """The open sheet of a game; a new one if there is none. Two phones get the same."""
    return open_sheet_once(match, actor=actor, game=game, seating=seating, way=way)[0]


def open_sheet_once(
    match: Match, *, actor: Actor, game: int, seating: Mapping[str, str], way: str
) -> tuple[Sheet, bool]:
    """As `open_sheet`, and whether it is new."""
    played = match.round.game_here
    expected = expected_of(match)
    if not has_sheets(played):
        raise LeagueError(_("This game is scored by places: hand them in on the match's page."))
    _check_seating(match, seating)
    if not is_checked(match.event, played):
        way = Sheet.Way.PLAIN
    if played.rules and len(seating) not in played.rules.variants[expected.variant]:
        raise LeagueError(
            _("This game is not for %(players)d players.") % {"players": len(seating)}
        )
    with changing_event(match.event_id):
        stored = Match.objects.select_related("event").get(pk=match.pk)
        check_open_for_results(stored, game=game)
        check_open_for_players(stored)
        open_one = Sheet.objects.filter(match=stored, game_number=game, closed_at=None).first()
        if open_one is not None:
            return open_one, False
        sheet = Sheet.objects.create(
            match=stored,
            game_number=game,
            seating=dict(sorted(seating.items())),
            game=played.key,
            variant=expected.variant if played.rules else "",
            edition=expected.edition if played.rules else "",
            other_name="" if played.rules else played.name,
            players=len(seating),
            way=way,
            help=stored.event.sheet_help,
        )
        if stored.state == Match.State.WAITING:
            Match.objects.filter(pk=stored.pk).update(state=Match.State.PLAYING)
        log_action(actor, gettext_noop("open score sheet"), stored, game=game, sheet=sheet.pk)
    return sheet, True


@dataclass(frozen=True)
class Practice:
    """What is played, by whom, and how the sheet helps."""

    game: str
    players: int
    names: Mapping[str, str] = field(default_factory=dict)  # seat letter -> as typed
    variant: str = "base"
    edition: str = "standard"
    other_name: str = ""
    help: str = Sheet.Help.FULL
    way: str = Sheet.Way.CHECKED


def open_practice(given: Practice) -> Sheet:
    """A sheet without an event. Nobody needs an account for it."""
    rules = rules_of(given.game)
    if rules is None and given.game != OTHER:
        raise LeagueError(_("This game is not known here."))
    if rules is not None and given.edition not in rules.editions:
        raise LeagueError(_("This edition is not known here."))
    numbers = rules.variants.get(given.variant, ()) if rules else range(1, MOST_SEATS + 1)
    if given.players not in numbers:
        players = {"players": given.players}
        raise LeagueError(_("This game is not for %(players)d players.") % players)
    return Sheet.objects.create(
        game=given.game,
        variant=given.variant if rules else "",
        edition=given.edition if rules else "",
        other_name="" if rules else given.other_name.strip()[:100],
        players=given.players,
        names={
            seat: name.strip()[:LONGEST_NAME]
            for seat, name in given.names.items()
            if seat in SEATS[: given.players] and name.strip()
        },
        help=given.help,
        way=given.way if rules else Sheet.Way.PLAIN,
    )


def give_up_sheet(sheet: Sheet, *, actor: Actor) -> None:
    """Close a sheet without handing it in. What stands on it can still be read."""
    with transaction.atomic():
        given_up = Sheet.objects.filter(pk=sheet.pk, closed_at=None).update(
            closed_at=timezone.now()
        )
        if given_up and sheet.match is not None:
            mark_changed(sheet.match.event_id)
            log_action(actor, gettext_noop("give up score sheet"), sheet.match, sheet=sheet.pk)
    tell_version(sheet.pk, version_of(sheet.number, is_closed=True))


def take_up_sheet(sheet: Sheet, *, actor: Actor) -> None:
    """Go on with a sheet that was given up."""
    with transaction.atomic():
        stored = Sheet.objects.select_for_update().get(pk=sheet.pk)
        if stored.submission_id is not None:
            raise LeagueError(_("This sheet was handed in. Correct the result instead."))
        others = Sheet.objects.filter(
            match=stored.match_id, game_number=stored.game_number, closed_at=None
        )
        if stored.match_id and others.exclude(pk=stored.pk).exists():
            raise LeagueError(_("Another sheet of this game is open."))
        stored.closed_at = None
        stored.save(update_fields=["closed_at"])
        if stored.match is not None:
            mark_changed(stored.match.event_id)
            log_action(actor, gettext_noop("take up score sheet"), stored.match, sheet=sheet.pk)
    tell_version(sheet.pk, version_of(stored.number))


def _check_seating(match: Match, seating: Mapping[str, str]) -> None:
    """Everybody who sits down is of this table; whoever did not come is left out."""
    at_table = Counter(seat.entry_id for seat in seats_at(match))
    sat = Counter(seating.values())
    if any(sat[entry] not in (0, at_table[entry]) for entry in {*sat, *at_table}):
        raise LeagueError(
            _("Say of everybody at the table where they sat, or that they did not come.")
        )
    if set(at_table) - set(sat) and len(sat) < max(match.round.game_here.least_entries, 2):
        raise LeagueError(_("Too few came to play. Hand that in on the match's page."))
    if sorted(seating) != list(SEATS[: len(seating)]) or not seating:
        raise LeagueError(_("Each seat from A on is for one person."))

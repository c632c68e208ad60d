"""A table opens a score sheet, for a game of its match or for practice, and hands it in.

A finished sheet becomes a version of its match's result. Names typed for a practice game, and what
was remarked there, are kept no longer than of use.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _, gettext_noop

from games.contract import Rules
from games.record import unusual_tags
from games.registry import rules_of
from games.replay import written
from games.values import SEATS, STANDARD, Setup
from league.audit import log_action
from league.errors import LeagueError
from league.live import changing_event, check_here, mark_changed
from league.models import ClubBox, Match, Ruling, Seat, Sheet, SheetRemark, Submission, User
from league.models.game_played import MOST_SEATS, OTHER, Scoring
from league.permissions import Actor
from league.results.queries import box_tags_of, entries_at, expected_of, seats_at
from league.results.services.claims import HandIn
from league.results.services.counted_results import check_open_for_players, check_open_for_results
from league.results.services.rulings import Decision, rule
from league.results.services.submissions import submit
from league.results.sides import Mark
from league.sheets.checks import OnSheet
from league.sheets.queries import has_sheets, is_checked, on_sheet, tell_version, version_of

LONGEST_NAME = 40
KEPT_FOR = timedelta(days=30)


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
            tags=box_tags_of(match),
            other_name="" if played.rules else played.name,
            other_scoring=Scoring.HIGHER if played.rules else played.scoring,
            players=len(seating),
            way=way,
            help=stored.event.sheet_help,
            confirms=stored.event.confirms_entries,
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
    edition: str = ""  # as the box of the player's club
    tags: Mapping[str, str] = field(default_factory=dict)  # what the box looks like
    other_name: str = ""
    other_scoring: str = Scoring.HIGHER
    help: str = Sheet.Help.FULL
    way: str = Sheet.Way.CHECKED
    confirms: bool = False  # each entry, before it is written


def open_practice(practice: Practice, *, user: User | None = None) -> Sheet:
    """A sheet without an event. Nobody needs an account for it; with one, it has the club's box."""
    rules = rules_of(practice.game)
    if rules is None and practice.game != OTHER:
        raise LeagueError(_("This game is not known here."))
    if rules is not None and practice.edition not in ("", *rules.editions):
        raise LeagueError(_("This edition is not known here."))
    numbers = rules.variants.get(practice.variant, ()) if rules else range(1, MOST_SEATS + 1)
    if practice.players not in numbers:
        players = {"players": practice.players}
        raise LeagueError(_("This game is not for %(players)d players.") % players)
    edition, tags = _box_for(practice, rules, user) if rules else ("", practice.tags)
    return Sheet.objects.create(
        game=practice.game,
        variant=practice.variant if rules else "",
        edition=edition,
        tags=tags,
        other_name="" if rules else practice.other_name.strip()[:100],
        other_scoring=Scoring.HIGHER if rules else practice.other_scoring,
        players=practice.players,
        names={
            seat: name.strip()[:LONGEST_NAME]
            for seat, name in practice.names.items()
            if seat in SEATS[: practice.players] and name.strip()
        },
        help=practice.help,
        confirms=practice.confirms,
        way=practice.way if rules else Sheet.Way.PLAIN,
    )


def _box_for(practice: Practice, rules: Rules, user: User | None) -> tuple[str, Mapping[str, str]]:
    """Edition and tags: as said, else those of the box that the player's club has."""
    mine = ClubBox.objects.filter(club__players__user=user, game=practice.game).order_by("pk")
    boxes = mine if user else mine.none()
    box = (boxes.filter(edition=practice.edition) if practice.edition else boxes).first()
    edition = practice.edition or (box.edition_here if box else STANDARD)
    own = box.tags if box and box.edition == edition else {}
    usual = Setup(practice.players, practice.variant, edition, own)
    return edition, practice.tags or unusual_tags(rules, usual)


def practise_again(sheet: Sheet) -> Sheet:
    """A new sheet for the same people, set as the old one."""
    if not sheet.is_practice:
        raise LeagueError(_("A match goes on on its own page."))
    settings = {each.name: getattr(sheet, each.name) for each in fields(Practice)}
    return open_practice(Practice(**settings))


def give_up_sheet(sheet: Sheet, *, actor: Actor) -> None:
    """Close a sheet without handing it in. What stands on it can still be read."""
    with transaction.atomic():
        given_up = Sheet.objects.filter(pk=sheet.pk, closed_at=None).update(
            closed_at=timezone.now()
        )
        if given_up and sheet.match is not None:
            mark_changed(sheet.match.event_id)
            log_action(actor, gettext_noop("give up score sheet"), sheet.match, sheet=sheet.pk)
    tell_version(sheet.pk, version_of(sheet, is_closed=True))


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
        if stored.match is not None:
            check_here(stored.match.event)
        stored.closed_at = None
        stored.save(update_fields=["closed_at"])
        if stored.match is not None:
            mark_changed(stored.match.event_id)
            log_action(actor, gettext_noop("take up score sheet"), stored.match, sheet=sheet.pk)
    tell_version(sheet.pk, version_of(stored, is_closed=False))


def _check_seating(match: Match, seating: Mapping[str, str]) -> None:
    """Everybody who sits down is of this table; anyone who did not come is left out."""
    at_table = Counter(seat.entry_id for seat in seats_at(match))
    sat = Counter(seating.values())
    if any(sat[entry] not in (0, at_table[entry]) for entry in {*sat, *at_table}):
        raise LeagueError(_("Say where everybody at the table sat, or that they did not come."))
    if set(at_table) - set(sat) and len(sat) < max(match.round.game_here.least_entries, 2):
        raise LeagueError(_("Too few came to play. Hand that in on the match's page."))
    if sorted(seating) != list(SEATS[: len(seating)]) or not seating:
        raise LeagueError(_("Each seat from A on is for one person."))


def hand_in_sheet(sheet: Sheet, *, actor: Actor, seat: Seat | None) -> Submission:
    """Hand in what stands on the sheet, and close it. Sent twice, it is handed in once.

    Without a seat it is an official who does it: what an official enters counts at once.
    """
    match = sheet.match
    if match is None:
        raise LeagueError(_("A practice game is not handed in anywhere."))
    sheet.refresh_from_db(fields=["number", "closed_at", "submission"])
    if sheet.submission is not None:
        return sheet.submission
    if sheet.closed_at is not None:
        raise LeagueError(_("This sheet is closed."))
    page = on_sheet(sheet)
    if not page.is_over:
        raise LeagueError(_("The game is not over yet."))
    hand_in = given_by(sheet, page)
    _close(sheet, number=len(page.acts))
    try:
        if seat is None:
            submission = _ruled(match, hand_in, actor=actor)
        else:
            key = f"sheet-{sheet.pk}-{len(page.acts)}"
            submission = submit(match, hand_in, actor=actor, seat=seat, client_key=key)
    except LeagueError:
        Sheet.objects.filter(pk=sheet.pk, submission=None).update(closed_at=None)
        raise
    tell_version(sheet.pk, version_of(sheet, number=len(page.acts), is_closed=True))
    return submission


def _close(sheet: Sheet, *, number: int) -> None:
    """Nothing is written after what is handed in, and one hands it in.

    A person interrupted here takes the sheet out again, and hands it in once more.
    """
    still_open = Sheet.objects.filter(pk=sheet.pk, number=number, closed_at=None)
    if not still_open.update(closed_at=timezone.now()):
        raise LeagueError(_("Somebody wrote on the sheet in the meantime. Look at it again."))


def _ruled(match: Match, hand_in: HandIn, *, actor: Actor) -> Submission:
    if match.games.filter(number=hand_in.game, result__isnull=False).exists():
        raise LeagueError(_("This result already counts. Correct it by a ruling."))
    is_time = hand_in.termination == Submission.Termination.TIME
    scored = Ruling.Kind.EDIT if hand_in.record else Ruling.Kind.SCORES
    gone = {} if hand_in.record else dict.fromkeys(hand_in.absent, Mark())
    decision = Decision(
        kind=Ruling.Kind.TIME if is_time else scored,
        game=hand_in.game,
        record=hand_in.record,
        marks={**hand_in.marks, **gone},
        figures=hand_in.figures,
        seating=hand_in.seating,
        sheet=hand_in.sheet,
    )
    with translation.override(match.event.language):  # kept, and read by everybody
        reason = _("An official kept the score sheet.")
    # Two officials at once: the second is told, and rules nothing.
    made = rule(match, decision, actor=actor, reason=reason, version=match.version)
    assert made.submission is not None, "a game with scores has a version"
    return made.submission


def given_by(sheet: Sheet, page: OnSheet) -> HandIn:
    """The record where the rules looked on to the end; else the figures that were written down."""
    assert sheet.match is not None
    seating: dict[str, str] = sheet.seating
    absent = frozenset(entries_at(sheet.match)) - frozenset(seating.values())
    by_time = page.ledger.is_by_time
    termination = Submission.Termination.TIME if by_time else Submission.Termination.NORMAL
    common = {
        "seating": seating,
        "absent": absent,
        "termination": termination,
        "game": sheet.game_number,
        "sheet": sheet,
    }
    if page.game is not None and not page.is_plain:
        return HandIn(record=written(page.game.replay, termination=termination), **common)  # type: ignore[arg-type]
    sums = page.kept.figures
    sides = {seating[side.partition("+")[0]]: figures for side, figures in sums.items()}
    if page.frame.rules is not None:
        return HandIn(figures=sides, **common)  # type: ignore[arg-type]
    if sheet.match.round.game_here.scoring == Scoring.PLACES:
        raise LeagueError(_("This game is scored by places: hand them in on the match's page."))
    marks = {entry: Mark(figures["points"]) for entry, figures in sides.items()}
    return HandIn(marks=marks, **common)  # type: ignore[arg-type]


def forget_names(sheet: Sheet) -> None:
    """At once, for good. What was played stays: nobody is named in it."""
    if not sheet.is_practice:
        raise LeagueError(_("The names in a match come from its event."))
    _blank(Sheet.objects.filter(pk=sheet.pk))


def wipe_sheet(sheet: Sheet, *, actor: Actor) -> None:
    """The names typed on any sheet and its free remarks, where they should not stand."""
    with transaction.atomic():
        _blank(Sheet.objects.filter(pk=sheet.pk))
        log_action(actor, gettext_noop("wipe a sheet"), sheet)


def forget_old_names() -> None:
    """Of all practice sheets that were opened long ago."""
    is_old = Q(match=None, created_at__lt=timezone.now() - KEPT_FOR)
    says_something = ~Q(names={}) | Q(remarks__text__gt="")
    _blank(Sheet.objects.filter(is_old & says_something))


def _blank(sheets: QuerySet[Sheet]) -> None:
    blank = list(sheets.values_list("pk", flat=True).distinct())
    if not blank:
        return
    with transaction.atomic():
        Sheet.objects.filter(pk__in=blank).update(names={}, wiped_at=timezone.now())
        SheetRemark.objects.filter(sheet__in=blank).update(text="")

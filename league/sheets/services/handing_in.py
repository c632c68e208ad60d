"""A finished sheet becomes a version of its match's result."""

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.replay import written
from league.errors import LeagueError
from league.live.services import mark_changed
from league.models import Match, Ruling, Seat, Sheet, Submission
from league.models.game_played import Scoring
from league.permissions import Actor
from league.results.marks import Mark
from league.results.queries import entries_at
from league.results.services.ruling import rule
from league.results.services.rulings import Decision
from league.results.services.submissions import HandIn, submit
from league.sheets.checks import OnSheet
from league.sheets.queries import on_sheet
from league.sheets.queries.versions import tell_version, version_of
from league.sheets.totals import totals_of


def hand_in_sheet(sheet: Sheet, *, actor: Actor, seat: Seat | None) -> Submission:
    """Hand in what stands on the sheet, and close it. Sent twice, it is handed in once.

    Without a seat it is an official who does it: what an official enters counts at once.
    """
    match = sheet.match
    if match is None:
        raise LeagueError(_("A practice game is handed in nowhere."))
    sheet.refresh_from_db(fields=["number", "closed_at", "submission"])
    if sheet.submission is not None:
        return sheet.submission
    if sheet.closed_at is not None:
        raise LeagueError(_("This sheet is closed."))
    page = on_sheet(sheet)
    if not page.is_over:
        raise LeagueError(_("The game is not over yet."))
    given = given_by(sheet, page)
    _close(sheet, number=len(page.acts))
    try:
        if seat is None:
            submission = _ruled(match, given, actor=actor)
        else:
            key = f"sheet-{sheet.pk}-{len(page.acts)}"
            submission = submit(match, given, actor=actor, seat=seat, client_key=key)
    except LeagueError:
        Sheet.objects.filter(pk=sheet.pk, submission=None).update(closed_at=None)
        raise
    with transaction.atomic():
        Sheet.objects.filter(pk=sheet.pk).update(submission=submission)
        mark_changed(match.event_id)  # everybody may open the sheet from now on
    tell_version(sheet.pk, version_of(len(page.acts), is_closed=True))
    return submission


def _close(sheet: Sheet, *, number: int) -> None:
    """Nothing is written after what is handed in, and one hands it in. Whoever is interrupted here
    takes the sheet out again, and hands it in once more.
    """
    still_open = Sheet.objects.filter(pk=sheet.pk, number=number, closed_at=None)
    if not still_open.update(closed_at=timezone.now()):
        raise LeagueError(_("Somebody wrote on the sheet meanwhile. Look at it again."))


def _ruled(match: Match, given: HandIn, *, actor: Actor) -> Submission:
    if match.games.filter(number=given.game, result__isnull=False).exists():
        raise LeagueError(_("This result counts already. Correct it by a ruling."))
    is_time = given.termination == Submission.Termination.TIME
    scored = Ruling.Kind.EDIT if given.record else Ruling.Kind.SCORES
    gone = {} if given.record else dict.fromkeys(given.absent, Mark())
    decision = Decision(
        kind=Ruling.Kind.TIME if is_time else scored,
        game=given.game,
        record=given.record,
        marks={**given.marks, **gone},
        figures=given.figures,
        seating=given.seating,
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
    }
    if page.game is not None and not page.is_plain:
        return HandIn(record=written(page.game.replay, termination=termination), **common)  # type: ignore[arg-type]
    sums = totals_of(page)
    sides = {seating[side.partition("+")[0]]: figures for side, figures in sums.items()}
    if page.frame.rules is not None:
        return HandIn(figures=sides, **common)  # type: ignore[arg-type]
    if sheet.match.round.game_here.scoring == Scoring.PLACES:
        raise LeagueError(_("This game is scored by places: hand them in on the match's page."))
    marks = {entry: Mark(figures["points"]) for entry, figures in sides.items()}
    return HandIn(marks=marks, **common)  # type: ignore[arg-type]

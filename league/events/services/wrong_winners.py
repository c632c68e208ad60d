"""An official decides about a wrong winner, with a reason that everybody may read.

Played again: what was handed in is history, those who belong there sit down, and a closed round is
open again. Let stand: those who played stay in the bracket, as if they had come there rightly; who
should have been there has their place. A second final that was needless does not count, or stands.
Both can be taken back while nothing was handed in since.
"""

from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.queries.wrong_winners import TableInQuestion, WrongWinner, wrong_winner_at
from league.events.services.bracket_seats import change_seats, let_pass
from league.live import changing_event
from league.models import Event, Match, MatchGame, Round, Ruling, Seat, Sheet, Stage, Submission
from league.permissions import Actor
from league.results.services import counted_results

PLAY_AGAIN = "again"
LET_STAND = "stand"
Details = dict[str, Any]


def decide_wrong_winner(
    match: Match, *, actor: Actor, choice: str, reason: str, mark: str
) -> WrongWinner:
    """Play again or let stand. `mark`: of the case as it was looked at."""
    if not reason.strip():
        raise LeagueError(_("Say why: everybody at the table can read it."))
    if choice not in (PLAY_AGAIN, LET_STAND):
        raise LeagueError(_("Choose between playing again and letting it stand."))
    case = wrong_winner_at(match)
    if case is None or case.mark != mark:
        raise Stale(_("Something has changed here since. Look at it again."))
    if choice == PLAY_AGAIN and not case.can_be_seated:
        raise LeagueError(
            _("Somebody who belongs here sits at another table of the round, which is in order.")
        )
    with changing_event(match.event_id) as event:
        _check(event, case, is_played=choice == PLAY_AGAIN)
        if choice == PLAY_AGAIN:
            _play_again(case, actor=actor, reason=reason)
        else:
            _let_stand(case, actor=actor, reason=reason)
        Match.objects.filter(pk__in=_matches(case)).update(is_misplaced=False)
        counted_results.want_standings(case.stage.pk)
        first = min(table.match.round.number for table in case.tables)
        counted_results.want_later_drafts_again(case.stage.pk, after_round=first)
    return case


def _check(event: Event, case: WrongWinner, *, is_played: bool) -> None:
    if is_played and event.status != Event.Status.RUNNING:
        raise LeagueError(_("The event is finished. Reopen it to have a match played again."))
    counted_results.check_not_archived(case.lead)
    same = Stage.objects.filter(pk=case.stage.pk, wanted_version=case.stage.wanted_version)
    if not same.exists():
        raise Stale(_("Something has changed here since. Look at it again."))


def _matches(case: WrongWinner) -> list[str]:
    return [table.match.pk for table in case.tables]


def _let_stand(case: WrongWinner, *, actor: Actor, reason: str) -> None:
    before = {slot: case.stage.stood.get(slot) for slot in case.stands}
    let_pass(case.stage, [case])
    for table in case.tables:
        stored = counted_results.stored_match(table.match)
        counted_results.add_ruling(stored, actor=actor, reason=reason, kind=Ruling.Kind.STAND)
    action = gettext_noop("let bracket stand")
    log_action(actor, action, case.lead, before=before, table=case.lead.table)


def _play_again(case: WrongWinner, *, actor: Actor, reason: str) -> None:
    tables = [_opened(table, actor=actor, reason=reason) for table in case.tables]
    moved = change_seats(case.changes)
    log_action(
        actor,
        gettext_noop("play again in the bracket"),
        case.lead,
        table=case.lead.table,
        tables=tables,
        left=[seat for old, _new in moved for seat in old],
        taken=[seat for _old, new in moved for seat in new],
        byes=[(each.match.round_id, each.leaves, each.comes) for each in case.changes],
    )


def _opened(table: TableInQuestion, *, actor: Actor, reason: str) -> Details:
    """A table ready for those who belong there; as it was before, for an undoing."""
    match = counted_results.stored_match(table.match)
    round_, games = match.round, list(match.games.order_by("number"))
    before: Details = {
        "match": match.pk,
        "table": match.table,
        "closed_at": round_.closed_at.isoformat() if round_.closed_at else None,
        "is_closed": round_.status == Round.Status.CLOSED,
        "games": [(game.number, game.result_id, game.acts_void_to) for game in games],
    }
    kind = Ruling.Kind.DROP if table.is_needless else Ruling.Kind.AGAIN
    counted_results.add_ruling(match, actor=actor, reason=reason, kind=kind)
    if table.is_needless:
        return {**before, **_dropped(match)}
    Round.objects.filter(pk=round_.pk).update(
        status=Round.Status.PUBLISHED, closed_at=None, version=F("version") + 1
    )
    match.round.status = Round.Status.PUBLISHED
    _take_free_table(match)
    _void(match, actor=actor)
    return before


def _dropped(match: Match) -> Details:
    """Nobody sits there any more, and nothing counts; what was handed in stays to be read."""
    seats = Seat.objects.filter(match=match)
    left = list(seats.values_list("pk", flat=True))
    seats.update(has_left=True)
    MatchGame.objects.filter(match=match).update(result=None, acts_void_to=match.version)
    counted_results.set_state(match)
    return {"dropped": left}


def _void(match: Match, *, actor: Actor) -> None:
    """What was handed in so far is history."""
    Sheet.objects.filter(match=match, closed_at=None).update(closed_at=timezone.now())
    for number in range(1, match.round.stage.games_here + 1):
        counted_results.count_nothing(
            match,
            actor=actor,
            game=number,
            voids_acts=True,
            action=gettext_noop("void in the bracket"),
        )


def _take_free_table(match: Match) -> None:
    """Its own, unless a later round plays there now."""
    open_ = Match.objects.filter(event=match.event_id, is_open=True).exclude(pk=match.pk)
    taken = set(open_.values_list("table", flat=True))
    if match.table not in taken:
        return
    others = Match.objects.filter(round=match.round_id).exclude(pk=match.pk)
    taken |= set(others.values_list("table", flat=True))
    match.table = next(n for n in range(1, len(taken) + 2) if n not in taken)
    match.save(update_fields=["table"])


def why_not_taken_back(step: Details) -> str | None:
    """Of a match that is to be played again; None: nothing would be lost."""
    now = Seat.ever.in_bulk([*step["left"], *step["taken"]])
    moved = [pk for pk in step["left"] if pk not in now or not now[pk].has_left]
    moved += [pk for pk in step["taken"] if pk not in now or now[pk].has_left]
    if moved or any(_has_changed(table) for table in step["tables"]):
        return _("Something has been handed in or changed here since then; it would be lost.")
    return None


def _has_changed(table: Details) -> bool:
    games = MatchGame.objects.filter(match=table["match"])
    if games.filter(result__isnull=False).exists():
        return True
    since = [(game.number, game.acts_void_to) for game in games]
    return any(
        Submission.objects.filter(match=table["match"], game=game, number__gt=void_to).exists()
        for game, void_to in since
    )


def take_back_playing(match: Match, *, actor: Actor, step: Details) -> None:
    """Everybody back to where they sat, and what counted counts."""
    with changing_event(match.event_id):
        seats_back(step)
        for table in step["tables"]:
            _closed_again(table)
        log_action(actor, gettext_noop("take back playing again"), match, table=match.table)
        counted_results.want_standings(match.round.stage_id)


def seats_back(step: Details) -> None:
    dropped = [seat for table in step["tables"] for seat in table.get("dropped", ())]
    Seat.ever.filter(pk__in=step["taken"]).update(has_left=True)
    Seat.ever.filter(pk__in=[*step["left"], *dropped]).update(has_left=False)
    for round_, leaves, comes in step["byes"]:
        free = Round.objects.get(pk=round_).byes.filter(entry=leaves)
        free.update(entry=comes)


def _closed_again(table: Details) -> None:
    match = counted_results.stored_match(Match.objects.get(pk=table["match"]))
    for number, result, void_to in table["games"]:
        MatchGame.objects.filter(match=match, number=number).update(
            result=result, acts_void_to=void_to
        )
    if table["is_closed"]:
        Round.objects.filter(pk=match.round_id).update(
            status=Round.Status.CLOSED, closed_at=table["closed_at"], version=F("version") + 1
        )
        match.round.status = Round.Status.CLOSED
    counted_results.set_state(match)
    if not match.is_open:
        match.table = table["table"]
        match.save(update_fields=["table"])


def take_back_standing(match: Match, *, actor: Actor, before: Details) -> None:
    """An official has to decide again."""
    with changing_event(match.event_id):
        stage = Stage.objects.get(pk=match.round.stage_id)
        stage.stood = {**stage.stood, **before}
        stage.stood = {slot: stood for slot, stood in stage.stood.items() if stood}
        stage.save(update_fields=["stood"])
        log_action(
            actor, gettext_noop("take back standing"), match, table=match.table, before=before
        )
        counted_results.want_standings(stage.pk)

"""Results: written once, never edited. A game of a match points at the one that counts.

Whoever changes a pointer raises the stage's wanted version, and the standings follow by a job. A
correction of a closed round also has later drafts drawn anew; what is published stays.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F, Max
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from league.audit.services import record
from league.errors import LeagueError, Stale
from league.jobs.services import enqueue
from league.live.services import changing_event
from league.models import Job, Match, MatchGame, Result, Round, Stage, Submission
from league.models.game_played import Scoring
from league.permissions import Actor
from league.results.deciding import is_decided
from league.results.marks import Mark, placed, places_fit


def enter_scores(
    match: Match,
    *,
    actor: Actor,
    marks: Mapping[str, Mark],
    client_key: str,
    game: int = 1,
    version: int | None = None,
) -> Result:
    """An official types what every entry at the table got; it counts at once.

    The same client key again gives the stored answer: a phone or a browser may retry.
    """
    with changing_event(match.event_id):
        stored = _stored(match)
        if earlier := Submission.objects.filter(match=stored, client_key=client_key).first():
            return _answered(earlier, marks)
        _check_version(stored, version)
        _check(stored, marks, game=game)
        submission = _submit(stored, actor=actor, marks=marks, client_key=client_key, game=game)
        all_forfeit = all(mark.is_forfeit for mark in marks.values())
        result = _add_result(
            stored,
            actor=actor,
            game=game,
            submission=submission,
            ground=Result.Ground.FORFEIT if all_forfeit else Result.Ground.ENTERED,
            sides=[side.as_dict() for side in placed(marks, scoring=_scoring(stored))],
        )
        _point(stored, result, actor=actor)
    return result


def clear_result(match: Match, *, actor: Actor, game: int = 1, version: int | None = None) -> None:
    """Take a result back: the table is open again."""
    with changing_event(match.event_id):
        stored = _stored(match)
        _check_version(stored, version)
        if not stored.games.filter(number=game, result__isnull=False).exists():
            raise LeagueError(_("This table has no result to take back."))
        if stored.round.status == Round.Status.CLOSED:
            raise LeagueError(_("The round is closed. Correct the result, or reopen the round."))
        _point(stored, None, actor=actor, game=game)


def restore_result(match: Match, *, actor: Actor, result: Result | None, game: int = 1) -> None:
    """Let an earlier result count again, or none: the undoing of an entry."""
    with changing_event(match.event_id):
        stored = _stored(match)
        if result is not None and result.match_id != stored.pk:
            raise LeagueError(_("This result belongs to another table."))
        _point(stored, result, actor=actor, game=game)


def want_standings(stage_id: str) -> None:
    """Something changed that standings depend on; part of the caller's transaction."""
    Stage.objects.filter(pk=stage_id).update(wanted_version=F("wanted_version") + 1)
    enqueue(Job.Kind.COMPUTE_STANDINGS, object_id=stage_id)


def want_later_drafts_anew(stage_id: str, *, after_round: int) -> None:
    """A draft made from what has changed since is drawn again; part of the caller's transaction."""
    drafts = Round.objects.filter(stage=stage_id, number__gt=after_round, status=Round.Status.DRAFT)
    for draft in drafts:
        Round.objects.filter(pk=draft.pk).update(
            draw=Round.Draw.WANTED, draw_progress=0, version=F("version") + 1
        )
        enqueue(Job.Kind.PAIR_ROUND, object_id=draft.pk)


def _stored(match: Match) -> Match:
    """As it is now; the event's row is held, so nobody else changes it."""
    return Match.objects.select_related("round__stage__event").get(pk=match.pk)


def _check_version(match: Match, version: int | None) -> None:
    if version is not None and version != match.version:
        raise Stale(_("Somebody entered this table in the meantime. Look at it, then enter it."))


def _check(match: Match, marks: Mapping[str, Mark], *, game: int) -> None:
    if match.round.status == Round.Status.DRAFT:
        raise LeagueError(_("This round is not published yet."))
    if not 1 <= game <= match.event.games_per_match:
        raise LeagueError(_("A match of this event has no such game."))
    if set(marks) != set(match.seats.values_list("entry", flat=True)):
        raise LeagueError(_("Say a score for everybody at the table, and for nobody else."))
    if _scoring(match) == Scoring.PLACES and not places_fit(list(marks.values())):
        raise LeagueError(_("These places do not fit together: 1, 2, 2, 4 would."))


def _scoring(match: Match) -> str:
    return match.round.game_here.scoring


def _submit(
    match: Match, *, actor: Actor, marks: Mapping[str, Mark], client_key: str, game: int
) -> Submission:
    seating = {seat.letter: seat.entry_id for seat in match.seats.order_by("letter")}
    claims = _claims(marks)
    content = json.dumps([seating, claims, ""], sort_keys=True)
    return Submission.objects.create(
        match=match,
        game=game,
        by=Submission.By.OFFICIAL,
        author=actor.user.pk if actor.user else "",
        client_key=client_key,
        seating=seating,
        claims=claims,
        digest=hashlib.sha256(content.encode()).hexdigest(),
    )


def _claims(marks: Mapping[str, Mark]) -> dict[str, object]:
    return {
        entry: {"score": mark.score, "above_equals": mark.is_above_equals}
        for entry, mark in marks.items()
    }


def _answered(submission: Submission, marks: Mapping[str, Mark]) -> Result:
    if submission.claims != _claims(marks):
        raise LeagueError(_("This was sent before with other scores. Look at the table again."))
    result: Result = submission.results.get()
    return result


def _add_result(match: Match, *, actor: Actor, **fields: object) -> Result:
    last: int = match.results.aggregate(last=Max("number"))["last"] or 0
    return Result.objects.create(
        match=match, number=last + 1, author=actor.user.pk if actor.user else "", **fields
    )


def _point(match: Match, result: Result | None, *, actor: Actor, game: int = 0) -> None:
    """Let a result count, or none, and say so to everything that depends on it."""
    number = result.game if result else game
    slot, _created = MatchGame.objects.get_or_create(match=match, number=number)
    before = slot.result_id
    slot.result = result
    slot.save(update_fields=["result"])
    _set_state(match)
    action = gettext_noop("enter result") if result else gettext_noop("take back result")
    record(actor, action, match, game=number, result=result.pk if result else None, before=before)
    want_standings(match.round.stage_id)
    if match.round.status == Round.Status.CLOSED:
        want_later_drafts_anew(match.round.stage_id, after_round=match.round.number)


def _set_state(match: Match) -> None:
    games = match.games.select_related("result").order_by("number")
    entered = [game.result.sides for game in games if game.result is not None]
    decided = bool(entered) and _is_decided(entered, planned=match.event.games_per_match)
    match.state = (
        Match.State.ACCEPTED if decided else Match.State.PLAYING if entered else Match.State.WAITING
    )
    match.is_open = not decided and match.round.status == Round.Status.PUBLISHED
    match.version += 1
    if match.is_open:
        _check_table_is_free(match)
    match.save(update_fields=["state", "is_open", "version"])


def _is_decided(entered: Sequence[Sequence[Mapping[str, Any]]], *, planned: int) -> bool:
    """Whoever forfeited a game is out of the match; one alone needs no more games."""
    gone = {side["entry"] for sides in entered for side in sides if side["forfeited"]}
    by_entry = [{side["entry"]: side["rank"] for side in sides} for sides in entered]
    present = sorted(by_entry[0].keys() - gone)
    if gone and len(present) <= 1:
        return True
    return is_decided([[ranks[entry] for entry in present] for ranks in by_entry], planned=planned)


def _check_table_is_free(match: Match) -> None:
    others = Match.objects.filter(event=match.event_id, table=match.table, is_open=True)
    if others.exclude(pk=match.pk).exists():
        raise LeagueError(
            _("Another round plays at table %(table)d now. Correct the result instead.")
            % {"table": match.table}
        )

"""What counts: a game of a match points at a result, and everything that follows from it.

Every function here is part of the caller's transaction, in which the event's row is held. Moving a
pointer raises the stage's wanted version and that of the game's ratings; both follow by jobs.
A correction of a closed round also has later drafts drawn again; what is published stays.
A finished event is sealed: anyone who kept the digest can tell whether a result changed since.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Max
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.client_keys import first_answer
from league.errors import Archived, LeagueError, Stale
from league.jobs import enqueue
from league.models import (
    Call,
    Event,
    Job,
    Match,
    MatchGame,
    Remark,
    Result,
    Round,
    Ruling,
    Seal,
    Stage,
    Submission,
)
from league.permissions import Actor
from league.ratings.services import want_ratings
from league.results.queries import digest_of_event, game_agreement, open_contests
from league.results.services.calls import end_calls
from league.results.states import GameState, is_decided, weakest
from league.webhooks.services.news import tell_result_accepted


def seal(event: Event, *, ruling: Ruling | None = None) -> None:
    """Date what the results come to now, if that is something new; the event's row is held."""
    last = event.seals.order_by("number").last()
    digest = digest_of_event(event)
    if last is None or last.digest != digest:
        number = last.number + 1 if last else 1
        Seal.objects.create(event=event, number=number, digest=digest, ruling=ruling)


def stored_match(match: Match, *, version: int | None = None) -> Match:
    """As it is now; the event's row is held, so nobody else changes it."""
    stored = Match.objects.select_related("round__stage__event").get(pk=match.pk)
    if version is not None and version != stored.version:
        raise Stale(_("Somebody entered this table in the meantime. Look at it, then enter it."))
    return stored


def check_open_for_results(match: Match, *, game: int) -> None:
    check_not_archived(match)
    if match.round.status == Round.Status.DRAFT:
        raise LeagueError(_("This round is not published yet."))
    if not 1 <= game <= match.round.stage.games_here:
        raise LeagueError(_("A match of this event has no such game."))


def check_not_archived(match: Match) -> None:
    if match.round.stage.event.status == Event.Status.ARCHIVED:
        raise Archived


def check_open_for_players(match: Match) -> None:
    """Once a match is decided or its round closed, what is wrong is for officials to correct."""
    if not match.is_open:
        raise LeagueError(_("This match is over. If something is wrong, ask an official."))


def next_act(match: Match) -> int:
    """The number of an act that is being written; the match is then another version."""
    match.version += 1
    match.save(update_fields=["version"])
    return match.version


def add_result(match: Match, *, actor: Actor, **fields: object) -> Result:
    last: int = match.results.aggregate(last=Max("number"))["last"] or 0
    author = actor.user.pk if actor.user else ""
    return Result.objects.create(match=match, number=last + 1, author=author, **fields)


def add_ruling(
    match: Match, *, actor: Actor, reason: str = "", private: str = "", **fields: object
) -> Ruling:
    """A decision, with its words where they can be blanked."""
    words = {"reason": reason.strip(), "private": private.strip()}
    return Ruling.objects.create(
        match=match,
        number=next_act(match),
        remark=Remark.objects.create(match=match, **words) if any(words.values()) else None,
        author=actor.user.pk if actor.user else "",
        **fields,
    )


def counting(match: Match, *, game: int) -> Result | None:
    """The result that counts now."""
    slot = match.games.filter(number=game).select_related("result").first()
    return slot.result if slot else None


def why_guarded(match: Match, result: Result | None) -> str:
    """Why a result is replaced with a reason only; empty: it is not, or there is none."""
    if result is None:
        return ""
    if match.round.status == Round.Status.CLOSED:
        return _("This result is in a closed round.")
    return {
        Result.Grade.VERIFIED: _("This result was verified by the rules of the game."),
        Result.Grade.KEPT: _("This result was kept on a score sheet."),
        Result.Grade.CONFIRMED: _("This result was confirmed by the table."),
        Result.Grade.AT_TABLE: _("This result was confirmed by the table."),
        Result.Grade.RULED: _("This result was settled by a ruling."),
    }.get(Result.Grade(result.grade), "")


def count_result(match: Match, result: Result, *, actor: Actor, action: str = "") -> None:
    """Let a result count."""
    _point(match, result, actor=actor, game=result.game, action=action)


def count_nothing(
    match: Match, *, actor: Actor, game: int, voids_acts: bool, action: str = ""
) -> None:
    """Let no result count. `voids_acts`: what was handed in and confirmed so far is history."""
    _point(match, None, actor=actor, game=game, action=action)
    if voids_acts:
        void_acts(match, game=game, to=match.version)


def void_acts(match: Match, *, game: int, to: int) -> None:
    """Acts up to this number are history; those after it say where the game stands."""
    MatchGame.objects.filter(match=match, number=game).update(acts_void_to=to)
    set_state(match)


def keep_result(match: Match, *, actor: Actor, game: int, to: int, action: str = "") -> None:
    """Contests up to this act are decided: the result stands. An undoing gives an earlier one."""
    slot = MatchGame.objects.get(match=match, number=game)
    before = slot.contests_kept_to
    MatchGame.objects.filter(pk=slot.pk).update(contests_kept_to=to)
    set_state(match)
    _end_calls_about_it(match)
    log_action(
        actor,
        action or gettext_noop("let result stand"),
        match,
        game=game,
        result=slot.result_id,
        kept=to,
        before=before,
    )


@dataclass(frozen=True)
class Shown:
    """What people see of a match."""

    state: str
    grade: str
    is_open: bool
    is_contested: bool


def shown(match: Match) -> Shown:
    """From what counts and what was handed in; nothing is written."""
    games = list(match.games.select_related("result").order_by("number"))
    entered = [game.result for game in games if game.result is not None]
    if match.slot and not entered and not match.seats.exists():
        return Shown(Match.State.ACCEPTED, "", is_open=False, is_contested=False)  # it was dropped
    decided = bool(entered) and _is_decided(
        [result.sides for result in entered], planned=match.round.stage.games_here
    )
    return Shown(
        state=Match.State.ACCEPTED if decided else _state_of_open(match, has_some=bool(entered)),
        grade=weakest([result.grade for result in entered]) if decided else "",
        is_open=not decided and match.round.status == Round.Status.PUBLISHED,
        is_contested=bool(entered) and open_contests([match]).exists(),
    )


def set_state(match: Match) -> None:
    """The state that people see, from what counts and what was handed in."""
    now = shown(match)
    match.state, match.grade, match.is_open = now.state, now.grade, now.is_open
    match.is_contested = now.is_contested
    match.version += 1
    if match.is_open:
        _check_table_is_free(match)
    match.save(update_fields=["state", "grade", "is_open", "is_contested", "version"])


def want_standings(stage_id: str) -> None:
    """Something changed that standings depend on."""
    Stage.objects.filter(pk=stage_id).update(wanted_version=F("wanted_version") + 1)
    enqueue(Job.Kind.COMPUTE_STANDINGS, object_id=stage_id)


def want_later_drafts_again(stage_id: str, *, after_round: int) -> None:
    """A draft made from what has changed since is drawn again."""
    drafts = Round.objects.filter(stage=stage_id, number__gt=after_round, status=Round.Status.DRAFT)
    for draft in drafts:
        Round.objects.filter(pk=draft.pk).update(
            draw=Round.Draw.WANTED, draw_progress=0, version=F("version") + 1
        )
        enqueue(Job.Kind.PAIR_ROUND, object_id=draft.pk)


def _point(
    match: Match, result: Result | None, *, actor: Actor, game: int, action: str = ""
) -> None:
    slot, _created = MatchGame.objects.get_or_create(match=match, number=game)
    before = slot.result_id
    slot.result = result
    slot.save(update_fields=["result"])
    set_state(match)
    _end_calls_about_it(match)
    usual = gettext_noop("enter result") if result else gettext_noop("take back result")
    log_action(
        actor,
        action or usual,
        match,
        game=game,
        result=result.pk if result else None,
        before=before,
        voided=slot.acts_void_to,  # so far: what an undoing puts back
    )
    if result:
        tell_result_accepted(match, result, is_correction=before not in (None, result.pk))
    want_standings(match.round.stage_id)
    if match.round.stage.event.status == Event.Status.FINISHED:
        seal(match.round.stage.event, ruling=result.ruling if result else None)
    want_ratings(match.round)
    if match.round.status == Round.Status.CLOSED:
        want_later_drafts_again(match.round.stage_id, after_round=match.round.number)


def _end_calls_about_it(match: Match) -> None:
    """Of those who disagreed, once nothing is disputed any more."""
    if not match.is_contested and match.state != Match.State.DISPUTED:
        end_calls(match=match, cause=Call.Cause.DISSENT)


def _state_of_open(match: Match, *, has_some: bool) -> str:
    """The most pressing of its games that wait for a result."""
    waiting = {
        game_agreement(match, game=number).state
        for number in range(1, match.round.stage.games_here + 1)
        if not match.games.filter(number=number, result__isnull=False).exists()
    }
    for state, shown in _SHOWN.items():
        if state in waiting:
            return shown
    is_played = has_some or match.sheets.filter(closed_at=None).exists()
    return Match.State.PLAYING if is_played else Match.State.WAITING


_SHOWN = {
    GameState.DISPUTED: Match.State.DISPUTED,
    GameState.CONTRADICTED: Match.State.CONTRADICTED,
    GameState.HANDED_IN: Match.State.HANDED_IN,
}


def _is_decided(entered: Sequence[Sequence[Mapping[str, Any]]], *, planned: int) -> bool:
    """Anyone who forfeited a game is out of the match; one alone needs no more games."""
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
            _("Others play at table %(table)d now. Correct the result instead.")
            % {"table": match.table}
        )


def handed_in_before(
    match: Match, *, client_key: str, is_same: Callable[[Submission], bool]
) -> Submission | None:
    """What a phone, a page or a program handed in under this key, for a match that is held."""
    return first_answer(
        Submission.objects.filter(match=match),
        client_key=client_key,
        is_same=is_same,
        refusal=_("This was sent before with other scores. Look at the table again."),
    )

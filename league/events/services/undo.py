"""Taking a step at the desk back: where it loses nothing, and why not where it would.

A step is an audit entry. Undoing it is a step of its own, done by the service that does the
opposite, so that it is checked, recorded and seen like any other.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.errors import Archived, LeagueError
from league.events.lifecycle_rules import step_between
from league.events.queries.events import facts_of
from league.events.services import (
    changed_fields,
    check_in,
    clock,
    drafts,
    entries,
    lifecycle,
    removal,
    rounds,
    seating,
    stages,
    wrong_winners,
)
from league.live import changing_event
from league.models import (
    AuditEntry,
    Confirmation,
    Entry,
    Event,
    Match,
    RemovedRow,
    Result,
    Round,
    Ruling,
    Stage,
    Submission,
)
from league.permissions import Actor, rights_held
from league.results.queries import entries_at
from league.results.services.entered_scores import restore_result
from league.results.services.rulings import reopen_contests

Subjects = dict[str, Any]  # rows of any kind, by their ids, which are never the same


@dataclass(frozen=True)
class Undoing:
    """The opposite of one kind of step."""

    model: Any
    right: str  # to do the opposite
    reason: Callable[[Any, AuditEntry], str | None]  # why not; None: it can be undone
    run: Callable[[Any, AuditEntry, Actor], object]


def undo_step(step: AuditEntry, *, actor: Actor) -> None:
    """Take a step back, or say why that cannot be."""
    with changing_event(step.event) as event:  # nobody changes it between the question and the deed
        subjects = _subjects_of([step])
        held = rights_held(actor, rights_to_undo([step]), event)
        if reason := _why_not(step, subjects, held=held, status=event.status):
            raise LeagueError(reason)
        UNDOINGS[step.action].run(subjects[step.object_id], step, actor)


def why_not_undone(
    steps: Sequence[AuditEntry], *, held: Collection[str], status: str
) -> list[str | None]:
    """For each step why it cannot be undone by those with these rights; None if it can.

    `status`: of their event.
    """
    subjects = _subjects_of(steps)
    return [_why_not(step, subjects, held=held, status=status) for step in steps]


def rights_to_undo(steps: Sequence[AuditEntry]) -> set[str]:
    """To do their opposites, all in the one event."""
    return {UNDOINGS[step.action].right for step in steps if step.action in UNDOINGS}


def _why_not(
    step: AuditEntry, subjects: Subjects, *, held: Collection[str], status: str
) -> str | None:
    undoing = UNDOINGS.get(step.action)
    if undoing is None:
        return _("This step only says what happened; there is nothing to take back.")
    subject = subjects.get(step.object_id)
    if subject is None:
        return _("What this was about no longer exists.")
    if undoing.right not in held:
        return _("Only organisers may take this back.")
    return _is_over(undoing, status) or undoing.reason(subject, step)


def _is_over(undoing: Undoing, status: str) -> str | None:
    """Rounds and entries stay when an event is finished, in the archive results as well."""
    if status == Event.Status.ARCHIVED and undoing.model is not Event:
        return str(Archived().message)
    if status == Event.Status.FINISHED and undoing.model in (Round, Entry, Stage):
        return _("The event is finished. Reopen it to take this back.")
    return None


def _subjects_of(steps: Sequence[AuditEntry]) -> Subjects:
    """What the steps were about, by id: one question for each kind of row."""
    wanted: dict[Any, set[str]] = {}
    for step in steps:
        if step.action in UNDOINGS:
            wanted.setdefault(UNDOINGS[step.action].model, set()).add(step.object_id)
    subjects: Subjects = {}
    for model, ids in wanted.items():
        subjects |= _with_parts(model.objects.all()).in_bulk(ids)
    return subjects


def _with_parts(rows: QuerySet[Any]) -> QuerySet[Any]:
    """With what the reasons look at, where an evening has many steps of the kind."""
    if rows.model is Match:
        return rows.select_related("round__stage").prefetch_related("games__result__ruling")
    return rows.select_related("stage") if rows.model is Round else rows


def _by(service: Callable[..., object]) -> Callable[[Any, AuditEntry, Actor], object]:
    """The opposite is a service that needs nothing but its subject."""

    def run(subject: Any, _step: AuditEntry, actor: Actor) -> object:
        return service(subject, actor=actor)

    return run


def _while(status: str) -> Callable[[Any, AuditEntry], str | None]:
    def reason(subject: Any, step: AuditEntry) -> str | None:
        return None if subject.status == status else _changed_since()

    return reason


def _changed_since() -> str:
    return _("It has been changed again since then.")


def _publishing(subject: Round, step: AuditEntry) -> str | None:
    if subject.status != Round.Status.PUBLISHED:
        return _changed_since()
    if Submission.objects.filter(match__round=subject).exists():
        return _("A result of this round has already been handed in; it would be lost.")
    return None


def _seating(subject: Round, step: AuditEntry) -> str | None:
    return seating.why_not_dissolved(subject) or None


def _closing(subject: Round, step: AuditEntry) -> str | None:
    if subject.status != Round.Status.CLOSED:
        return _changed_since()
    later = Round.objects.filter(stage=subject.stage_id, number__gt=subject.number)
    if later.exclude(status=Round.Status.DRAFT).exists():
        return _("A later round is published. Correct the results of this one instead.")
    return None


def _reopening(subject: Round, step: AuditEntry) -> str | None:
    if subject.status != Round.Status.PUBLISHED:
        return _changed_since()
    if subject.matches.exclude(state=Match.State.ACCEPTED).exists():
        return _("Not all results of this round are in.")
    return None


def _entering(subject: Match, step: AuditEntry) -> str | None:
    counts = {game.number: game.result for game in subject.games.all()}
    result = counts.get(step.details["game"])
    if (result.pk if result else None) != step.details["result"]:
        return _changed_since()
    if result is not None and _agreed_on(result):
        return _("It counts by the rules of the event. If it is wrong, settle it by a ruling.")
    if step.details["before"] is None and subject.round.status == Round.Status.CLOSED:
        return _("The round is closed. Correct the result, or reopen the round.")
    return None


def _agreed_on(result: Result) -> bool:
    """By the table or by its silence: taken back, it would come again by itself."""
    by_table = (Result.Ground.CONFIRMED, Result.Ground.SOLO)
    ruling = result.ruling
    return result.ground in by_table or bool(ruling and ruling.kind == Ruling.Kind.DEADLINE)


def _taking_back(subject: Match, step: AuditEntry) -> str | None:
    game = subject.games.filter(number=step.details["game"]).first()
    if game is None or game.result_id is not None:
        return _changed_since()
    since = {"match": subject, "game": game.number, "number__gt": game.acts_void_to}
    confirmed = Confirmation.objects.filter(
        submission__match=subject, submission__game=game.number, number__gt=game.acts_void_to
    )
    if Submission.objects.filter(**since).exists() or confirmed.exists():
        return _("Something has been handed in at this table since then; it would be lost.")
    before = Result.objects.filter(pk=step.details["before"]).first()
    played = {side["entry"] for side in before.sides} if before else set()
    return None if played <= set(entries_at(subject)) else _changed_since()


def _restore(subject: Match, step: AuditEntry, actor: Actor) -> None:
    before = Result.objects.filter(pk=step.details["before"]).first()
    restore_result(
        subject,
        actor=actor,
        result=before,
        game=step.details["game"],
        void_to=step.details.get("voided") if step.details["result"] is None else None,
    )


def _keeping(subject: Match, step: AuditEntry) -> str | None:
    now = {game.number: (game.result_id, game.contests_kept_to) for game in subject.games.all()}
    then = (step.details["result"], step.details["kept"])
    return None if now.get(step.details["game"]) == then else _changed_since()


def _unkeep(subject: Match, step: AuditEntry, actor: Actor) -> None:
    reopen_contests(subject, actor=actor, game=step.details["game"], kept_to=step.details["before"])


def _is_last(subject: Round, step: AuditEntry) -> str | None:
    """Swapped back only while nobody swapped anything else."""
    if subject.status != Round.Status.DRAFT:
        return _changed_since()
    later = AuditEntry.objects.filter(object_id=step.object_id, pk__gt=step.pk)
    return _changed_since() if later.exists() else None


def _swap_back(subject: Round, step: AuditEntry, actor: Actor) -> None:
    drafts.swap_entries(
        subject,
        actor=actor,
        first=step.details["first"],
        second=step.details["second"],
        version=subject.version,
    )


def _locking(*, is_locked: bool) -> Undoing:
    def reason(subject: Match, step: AuditEntry) -> str | None:
        return None if subject.is_locked == is_locked else _changed_since()

    def run(subject: Match, step: AuditEntry, actor: Actor) -> None:
        version = subject.round.version
        drafts.lock_table(subject, actor=actor, is_locked=not is_locked, version=version)

    return Undoing(Match, "lock_table", reason, run)


def _clock(*, running: bool, paused: bool) -> Callable[[Any, AuditEntry], str | None]:
    def reason(subject: Round, step: AuditEntry) -> str | None:
        now = (subject.clock_started_at is not None, subject.clock_paused_at is not None)
        published = subject.status == Round.Status.PUBLISHED
        return None if published and now == (running, paused) else _changed_since()

    return reason


def _starting(subject: Round, step: AuditEntry) -> str | None:
    """The clock goes back to its full length: time that was added since would be lost."""
    if changed := _clock(running=True, paused=False)(subject, step):
        return changed
    was_added = subject.clock_added_s or subject.matches.filter(added_s__gt=0).exists()
    return _changed_since() if was_added else None


def _return(subject: Entry, step: AuditEntry, actor: Actor) -> None:
    """Back as it was: who was here is here."""
    back = entries.return_entry(subject, actor=actor)
    was_here = step.details["before"] == Entry.Status.CHECKED_IN
    if was_here and back.status == Entry.Status.REGISTERED:
        check_in.check_in(back, actor=actor)


def _leaving(subject: Event, step: AuditEntry) -> str | None:
    if subject.status != step.details["to"]:
        return _changed_since()
    back = step_between(subject.status, step.details["origin"])
    if back is None:
        return _("There is no such step from where the event stands now.")
    reason = back.reason(facts_of(subject))
    return _(reason) if reason else None


def _move_back(subject: Event, step: AuditEntry, actor: Actor) -> None:
    lifecycle.move_event(subject, to=step.details["origin"], actor=actor, version=subject.version)


def _asking(subject: Entry, step: AuditEntry) -> str | None:
    asked = subject.bye_requests.filter(round_number=step.details["round"])
    return None if asked.exists() else _changed_since()


def _while_removed(subject: RemovedRow, step: AuditEntry) -> str | None:
    """Its row is gone once it was put back."""
    return None


def _beginning(subject: Stage, step: AuditEntry) -> str | None:
    if subject.begun_at is None:
        return _changed_since()
    published = subject.rounds.exclude(status=Round.Status.DRAFT)
    return _("A round of this stage is published.") if published.exists() else None


def _standing(subject: Match, step: AuditEntry) -> str | None:
    """While nobody has decided again about what led there."""
    later = AuditEntry.objects.filter(
        event=step.event, action__in=("let bracket stand", "take back standing"), pk__gt=step.pk
    )
    slots = {slot for each in later for slot in each.details.get("before", ())}
    return _changed_since() if slots & set(step.details["before"]) else None


def _field_put_right(subject: Stage, step: AuditEntry) -> str | None:
    if subject.begun_at is None or _decided_again(step):
        return _changed_since()
    return changed_fields.why_not_taken_back(subject)


def _decided_again(step: AuditEntry) -> bool:
    """Who is in the stage was decided again since then."""
    actions = (
        *("begin stage", "take back stage", "put right who goes on", "let stand who goes on"),
        *("take back who goes on", "take back standing of a field"),
    )
    later = AuditEntry.objects.filter(object_id=step.object_id, pk__gt=step.pk)
    return later.filter(action__in=actions).exists()


UNDOINGS: dict[str, Undoing] = {
    "play again in the bracket": Undoing(
        Match,
        "decide_wrong_winner",
        lambda _match, step: wrong_winners.why_not_taken_back(step.details),
        lambda it, step, actor: wrong_winners.take_back_playing(it, actor=actor, step=step.details),
    ),
    "let bracket stand": Undoing(
        Match,
        "decide_wrong_winner",
        _standing,
        lambda it, step, actor: wrong_winners.take_back_standing(
            it, actor=actor, before=step.details["before"]
        ),
    ),
    "put right who goes on": Undoing(
        Stage,
        "decide_field",
        _field_put_right,
        lambda it, step, actor: changed_fields.take_back_put_right(
            it, actor=actor, step=step.details
        ),
    ),
    "let stand who goes on": Undoing(
        Stage,
        "decide_field",
        lambda _stage, step: _changed_since() if _decided_again(step) else None,
        lambda it, step, actor: changed_fields.take_back_standing(
            it, actor=actor, before=step.details["before"]
        ),
    ),
    "begin stage": Undoing(Stage, "begin_stage", _beginning, _by(stages.take_back_stage)),
    "close stage": Undoing(
        Stage,
        "close_stage",
        lambda stage, _step: stages.why_not_reopened(stage) or None,
        _by(stages.reopen_stage),
    ),
    "draft round": Undoing(
        Round, "discard_draft", _while(Round.Status.DRAFT), _by(rounds.discard_draft)
    ),
    "publish round": Undoing(Round, "withdraw_round", _publishing, _by(rounds.withdraw_round)),
    "close round": Undoing(Round, "reopen_round", _closing, _by(rounds.reopen_round)),
    "reopen round": Undoing(Round, "close_round", _reopening, _by(rounds.close_round)),
    "seat table": Undoing(Round, "dissolve_table", _seating, _by(seating.dissolve_table)),
    "enter result": Undoing(Match, "take_back_result", _entering, _restore),
    "take back result": Undoing(Match, "enter_result", _taking_back, _restore),
    "rule": Undoing(Match, "rule_match", _entering, _restore),
    "rule: play again": Undoing(Match, "rule_match", _taking_back, _restore),
    "let result stand": Undoing(Match, "rule_match", _keeping, _unkeep),
    "swap in draft": Undoing(Round, "swap_entries", _is_last, _swap_back),
    "lock table": _locking(is_locked=True),
    "unlock table": _locking(is_locked=False),
    "start clock": Undoing(Round, "run_clock", _starting, _by(clock.reset_clock)),
    "pause clock": Undoing(
        Round, "run_clock", _clock(running=True, paused=True), _by(clock.resume_clock)
    ),
    "resume clock": Undoing(
        Round, "run_clock", _clock(running=True, paused=False), _by(clock.pause_clock)
    ),
    "move event": Undoing(Event, "move_event", _leaving, _move_back),
    "check in": Undoing(
        Entry, "manage_entry", _while(Entry.Status.CHECKED_IN), _by(check_in.undo_check_in)
    ),
    "withdraw entry": Undoing(Entry, "manage_entry", _while(Entry.Status.WITHDRAWN), _return),
    "return entry": Undoing(
        Entry,
        "manage_entry",
        _while(Entry.Status.CHECKED_IN),
        _by(partial(entries.withdraw_entry, is_confirmed=True)),
    ),
    "remove entry": Undoing(RemovedRow, "remove_entry", _while_removed, _by(removal.restore_entry)),
    "request bye": Undoing(
        Entry,
        "manage_entry",
        _asking,
        lambda it, step, actor: check_in.cancel_bye(
            it, actor=actor, round_number=step.details["round"]
        ),
    ),
}

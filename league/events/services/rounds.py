"""The life of a round at the desk: drafted, edited, published, closed, and each step back."""

from collections.abc import Collection, Mapping, Sequence

from django.conf import settings
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_noop, ngettext

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.services.boxes import game_said
from league.events.services.bracket_seats import stand_as_published
from league.events.services.game_fit import check_own_game
from league.events.services.places import tell_of_withdrawal
from league.jobs import enqueue
from league.live import changing_event
from league.models import (
    Call,
    Entry,
    Event,
    Job,
    Match,
    Postponement,
    Round,
    Ruling,
    Stage,
    Submission,
)
from league.models.stage import new_seed
from league.pairing.services import divide_stage, free_tables
from league.permissions import Actor
from league.results.services.acceptance import accept_unconfirmed
from league.results.services.calls import end_calls
from league.results.services.counted_results import stored_match, want_standings
from league.standings.queries import rounds_to_play
from league.webhooks.services.news import tell_round_published


def draft_round(
    stage: Stage,
    *,
    actor: Actor,
    own_game: Mapping[str, object] | None = None,
    may_overlap: bool = False,
) -> Round:
    """Ask for the next round to be drawn. A job does it; the draft says how far it is.

    `may_overlap`: however many earlier rounds are still being played, as in a season.
    """
    with changing_event(stage.event_id) as event:
        number = _next_number(stage, event, may_overlap=may_overlap)
        draft = Round(
            stage=stage,
            number=number,
            length_s=event.round_minutes * 60 if event.round_minutes else None,
            plays_own_game=own_game is not None,
            **(game_said(event.club, own_game) if own_game is not None else {}),
        )
        if draft.plays_own_game:
            check_own_game(draft, event)
        draft.save()
        divide_stage(stage)
        log_action(actor, gettext_noop("draft round"), draft, number=number)
        enqueue(Job.Kind.PAIR_ROUND, object_id=draft.pk)
    return draft


def redraw_round(
    draft: Round, *, actor: Actor, version: int, allowances: Sequence[str] = ()
) -> None:
    """Draw a draft again with other lots. Locked tables stay."""
    with changing_event(draft.event_id):
        divide_stage(_draft(draft, version=version).stage)
        Round.objects.filter(pk=draft.pk).update(
            draw=Round.Draw.WANTED,
            draw_progress=0,
            seed=new_seed(),
            allowances=sorted(allowances),
            version=F("version") + 1,
        )
        log_action(actor, gettext_noop("redraw round"), draft, allowances=sorted(allowances))
        enqueue(Job.Kind.PAIR_ROUND, object_id=draft.pk)


def discard_draft(draft: Round, *, actor: Actor) -> None:
    """Throw a draft away; nobody has seen it but officials."""
    with changing_event(draft.event_id):
        stored = _draft(draft)
        log_action(actor, gettext_noop("discard draft"), stored, number=stored.number)
        stored.delete()


def publish_round(draft: Round, *, actor: Actor, version: int) -> None:
    """Let everybody see the tables of a draft."""
    with changing_event(draft.event_id) as event:
        stored = _draft(draft, version=version)
        _check_running(event)
        if stored.draw != Round.Draw.DRAWN or not _has_something(stored):
            raise LeagueError(_("This round has no tables yet. Draw it first."))
        _check_nobody_left(stored)
        _number_tables(stored)
        stored.matches.update(is_open=True, state=Match.State.WAITING)
        _set(stored, status=Round.Status.PUBLISHED, published_at=timezone.now(), withdrawn_at=None)
        log_action(actor, gettext_noop("publish round"), stored, number=stored.number)
        tell_round_published(stored, event=event)
        want_standings(stored.stage_id)
    stand_as_published(stored)


def _has_something(draft: Round) -> bool:
    """Tables; or only people who are free, where leavers forfeit a schedule or a bracket."""
    format_ = draft.stage.format
    may_be_free = format_.strikes_leavers or format_.has_bracket
    return draft.matches.exists() or (may_be_free and draft.byes.exists())


def withdraw_round(published: Round, *, actor: Actor, version: int | None = None) -> None:
    """Take a published round back to a draft, while nothing is handed in."""
    with changing_event(published.event_id) as event:
        stored = _stored(published, version=version)
        if stored.status != Round.Status.PUBLISHED:
            raise LeagueError(_("Only a round that is being played can be unpublished."))
        if Submission.objects.filter(match__round=stored).exists():
            raise LeagueError(
                _("A result of this round has already been handed in, so its tables must stay.")
            )
        if Postponement.objects.filter(match__round=stored).exists():
            raise LeagueError(
                _("Players are already agreeing on days for this round, so its tables must stay.")
            )
        _check_no_draft(stored.stage)
        stored.matches.update(is_open=False)
        end_calls(match__round=stored, how=Call.Ended.CANCELLED)
        _set(
            stored,
            status=Round.Status.DRAFT,
            withdrawn_at=timezone.now(),
            published_at=None,
            clock_started_at=None,
            clock_paused_at=None,
            clock_added_s=0,
        )
        log_action(actor, gettext_noop("withdraw round"), stored, number=stored.number)
        tell_of_withdrawal(event, stored)
        want_standings(stored.stage_id)


def close_round(
    published: Round,
    *,
    actor: Actor,
    version: int | None = None,
    accepts: Collection[str] | None = None,
) -> None:
    """All results are in: the round counts as played.

    What was handed in and nobody contests is accepted with it, by one ruling for each game.
    `accepts`: the versions that the page listed; what came in since is not accepted unseen.
    """
    with changing_event(published.event_id):
        stored = _stored(published, version=version)
        if stored.status != Round.Status.PUBLISHED:
            raise LeagueError(_("Only a round that is being played can be closed."))
        for match in stored.matches.filter(state=Match.State.HANDED_IN):
            accept_unconfirmed(
                stored_match(match), actor=actor, kind=Ruling.Kind.CLOSING, only=accepts
            )
        _check_results(stored)
        _set(stored, status=Round.Status.CLOSED, closed_at=timezone.now())
        end_calls(match__round=stored)
        log_action(actor, gettext_noop("close round"), stored, number=stored.number)
        want_standings(stored.stage_id)
        enqueue(Job.Kind.KEEP_PAPER, object_id=stored.pk)
        if settings.MODE == "venue":
            enqueue(Job.Kind.KEEP_COPY, object_id=f"round-{stored.number}")


def reopen_round(closed: Round, *, actor: Actor, version: int | None = None) -> None:
    """Take a closed round back to being played, while no later one has begun."""
    with changing_event(closed.event_id) as event:
        stored = _stored(closed, version=version)
        if stored.status != Round.Status.CLOSED:
            raise LeagueError(_("Only a closed round can be reopened."))
        _check_running(event)
        later = stored.stage.rounds.filter(number__gt=stored.number)
        if later.exclude(status=Round.Status.DRAFT).exists():
            raise LeagueError(
                _("A later round is published, so this one stays closed. Correct its results.")
            )
        _set(stored, status=Round.Status.PUBLISHED, closed_at=None)
        log_action(actor, gettext_noop("reopen round"), stored, number=stored.number)
        want_standings(stored.stage_id)


def _next_number(stage: Stage, event: Event, *, may_overlap: bool) -> int:
    stage.event = event  # as it is now: how long some formats are depends on it
    if not stage.format.has_rounds:
        raise LeagueError(_("There are no rounds here: tables are made one at a time."))
    _check_running(event)
    _check_no_draft(stage)
    rounds = list(stage.rounds.order_by("number"))
    if not may_overlap and len(rounds) >= 2 and rounds[-2].status != Round.Status.CLOSED:
        name, number = stage.round_name(rounds[-2].number), rounds[-2].number
        text = (
            _("Close the round “%(name)s” first: two rounds may not be open before the next one.")
            if name
            else _("Close round %(number)d first: two rounds may not be open before the next one.")
        )
        raise LeagueError(text % {"name": name, "number": number})
    if len(rounds) >= rounds_to_play(stage):
        raise LeagueError(f"{_('All planned rounds were drawn.')} {_(stage.format.after_last)}")
    return stage.rounds_before + len(rounds) + 1


def _check_running(event: Event) -> None:
    if event.status != Event.Status.RUNNING:
        raise LeagueError(_("The event is not running. Start it first."))


def _check_no_draft(stage: Stage) -> None:
    if stage.rounds.filter(status=Round.Status.DRAFT).exists():
        raise LeagueError(_("There is already a draft. Publish it or throw it away first."))


def _check_nobody_left(draft: Round) -> None:
    """Anyone who withdrew after the draw must not be waited for at a table."""
    gone = draft.seats.exclude(entry__status=Entry.Status.CHECKED_IN)
    if gone.exists():
        raise LeagueError(_("Somebody at these tables is no longer here. Draw the round again."))


def _check_results(published: Round) -> None:
    """Every reason that keeps the round open, each with its tables."""
    missing = published.matches.exclude(state=Match.State.ACCEPTED).order_by("table")
    tables: dict[str, list[str]] = {}
    for table, state in missing.values_list("table", "state"):
        tables.setdefault(state, []).append(str(table))
    hindrances = [
        _hindrance(state, len(tables[state])) % {"tables": ", ".join(tables[state])}
        for state in (*_TO_SETTLE, Match.State.HANDED_IN)
        if state in tables
    ]
    nothing = sorted((t for s in Match.NOTHING_IN for t in tables.get(s, ())), key=int)
    contested = published.matches.filter(is_contested=True).order_by("table")
    if numbers := [str(table) for table in contested.values_list("table", flat=True)]:
        hindrances.append(_contested(len(numbers)) % {"tables": ", ".join(numbers)})
    if nothing:
        hindrances.append(
            _hindrance(Match.State.WAITING, len(nothing)) % {"tables": ", ".join(nothing)}
        )
    if hindrances:
        raise LeagueError(" ".join(hindrances))


def _contested(number: int) -> str:
    return ngettext(
        "The result of table %(tables)s is contested: let it stand or correct it first.",
        "The results of tables %(tables)s are contested: let them stand or correct them first.",
        number,
    )


_TO_SETTLE = (Match.State.DISPUTED, Match.State.CONTRADICTED)


def _hindrance(state: str, number: int) -> str:
    if state == Match.State.DISPUTED:
        return ngettext(
            "Table %(tables)s is disputed: settle it first.",
            "Tables %(tables)s are disputed: settle them first.",
            number,
        )
    if state == Match.State.CONTRADICTED:
        return ngettext(
            "Table %(tables)s is contradicted by its record: settle it first.",
            "Tables %(tables)s are contradicted by their records: settle them first.",
            number,
        )
    if state == Match.State.HANDED_IN:
        return ngettext(
            "The result of table %(tables)s has just come in or is still being verified: look at "
            "it again.",
            "The results of tables %(tables)s have just come in or are still being verified: "
            "look at them again.",
            number,
        )
    return ngettext(
        "Table %(tables)s has no result yet.", "Tables %(tables)s have no result yet.", number
    )


def _number_tables(draft: Round) -> None:
    """Where an earlier round still plays at a number, this round's tables take others."""
    taken = Match.objects.filter(event=draft.event_id, is_open=True).values("table")
    if not draft.matches.filter(table__in=taken).exists():
        return
    matches = list(draft.matches.order_by("-table"))
    for number, match in zip(reversed(free_tables(draft, len(matches))), matches, strict=True):
        Match.objects.filter(pk=match.pk).update(table=number)


def _draft(draft: Round, *, version: int | None = None) -> Round:
    stored = _stored(draft, version=version)
    if stored.status != Round.Status.DRAFT:
        raise Stale(_("This round was published in the meantime."))
    return stored


def _stored(round_: Round, *, version: int | None) -> Round:
    """The row as it is now; the event's row is held, so nobody else changes it."""
    stored = Round.objects.select_related("stage__event").filter(pk=round_.pk).first()
    if stored is None:
        raise Stale(_("This draft was thrown away in the meantime."))
    if version is not None and stored.version != version:
        raise Stale
    return stored


def _set(stored: Round, **fields: object) -> None:
    Round.objects.filter(pk=stored.pk).update(version=F("version") + 1, **fields)

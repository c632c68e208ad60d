"""What shapes a draft: edits by hand, pairs kept apart, the plan of sizes, ways out.

What a draft gives up is judged again before anything is written. Only officials know of pairs that
should not meet: families, quarrels.
"""

from django.db.models import F
from django.utils.translation import gettext as _, gettext_noop

from league.audit import log_action
from league.errors import LeagueError, Stale
from league.events.services import entries, game_fit, places, rounds
from league.live import changing_event
from league.models import ByeRequest, Entry, Event, KeepApart, Match, Round, Stage
from league.pairing.queries import pairing_of, terms_of
from league.pairing.remarks import swapped
from league.pairing.services import write_pairing
from league.permissions import Actor


def swap_entries(draft: Round, *, actor: Actor, first: str, second: str, version: int) -> None:
    """Two entries change places: at their tables, or with somebody who sits out."""
    before = pairing_of(draft)
    placed = {entry for table in before.tables for entry in table.entries} | set(before.byes)
    if first == second or not {first, second} <= placed:
        raise LeagueError(_("Choose two different players of this round."))
    if draft.stage.format.has_bracket and {first, second} & set(before.byes):
        raise LeagueError(
            _("In a bracket only players of this round's matches change places with each other.")
        )
    groups = draft.stage.groups
    if groups.get(first) != groups.get(second):
        raise LeagueError(_("They are in different groups, and each group plays among itself."))
    terms = terms_of(draft)
    if not placed <= terms.situation.by_id.keys():
        raise LeagueError(_("Somebody at these tables is no longer here. Draw the round again."))
    after = draft.stage.format.judged(swapped(before, first, second), terms=terms)
    with changing_event(draft.event_id):
        _check_unchanged(draft, version=version)
        write_pairing(draft, after, is_edited=True)
        log_action(actor, gettext_noop("swap in draft"), draft, first=first, second=second)


def lock_table(match: Match, *, actor: Actor, is_locked: bool, version: int) -> None:
    """Keep a table as it is when the round is drawn again, or let it go."""
    draft = match.round
    with changing_event(match.event_id):
        _check_unchanged(draft, version=version)
        Match.objects.filter(pk=match.pk).update(is_locked=is_locked)
        Round.objects.filter(pk=draft.pk).update(version=F("version") + 1)
        action = gettext_noop("lock table") if is_locked else gettext_noop("unlock table")
        log_action(actor, action, match, table=match.table)


def _check_unchanged(draft: Round, *, version: int) -> None:
    same = Round.objects.filter(
        pk=draft.pk, version=version, status=Round.Status.DRAFT, draw=Round.Draw.DRAWN
    )
    if not same.exists():
        raise Stale


def keep_apart(event: Event, *, actor: Actor, first: Entry, second: Entry) -> KeepApart:
    with changing_event(event.pk) as stored:
        entries.check_open(stored)
        if first == second:
            raise LeagueError(_("Choose two different entries."))
        if {first.event_id, second.event_id} != {stored.pk}:
            raise LeagueError(_("Both must be entries of this event."))
        lower, upper = sorted((first.pk, second.pk))
        pair, _created = KeepApart.objects.get_or_create(
            event=stored, first_id=lower, second_id=upper
        )
        log_action(actor, gettext_noop("keep apart"), pair, entries=[lower, upper])
        places.draw_again(stored)
    return pair


def allow_together(pair: KeepApart, *, actor: Actor) -> None:
    with changing_event(pair.event_id) as event:
        entries.check_open(event)
        log_action(
            actor, gettext_noop("allow together"), pair, entries=[pair.first_id, pair.second_id]
        )
        KeepApart.objects.filter(pk=pair.pk).delete()
        places.draw_again(event)


def choose_plan(stage: Stage, *, actor: Actor, table_size: int, keeps_schedule: bool) -> None:
    """Seat people at tables of this size from the first round on."""
    with changing_event(stage.event_id) as event:
        stored = Stage.objects.get(pk=stage.pk)
        stored.event = event
        if event.status not in (Event.Status.OPEN, Event.Status.RUNNING) or stored.rounds.exists():
            raise LeagueError(
                _("The sizes of tables are chosen before the first round. Change the settings.")
            )
        if "table_size" not in stored.format.settings:
            raise LeagueError(_(stored.format.seats_in_words))
        stored.table_size = table_size
        stored.keeps_schedule = keeps_schedule
        game_fit.check_settings(event, stored)
        stored.save(update_fields=["table_size", "keeps_schedule"])
        log_action(
            actor,
            gettext_noop("choose sizes of tables"),
            event,
            table_size=table_size,
            keeps_schedule=keeps_schedule,
        )


def let_sit_out(draft: Round, *, actor: Actor, entry: str, version: int) -> None:
    """Give a half-point bye by the desk's decision, and draw the round without them."""
    with changing_event(draft.event_id):
        chosen = Entry.objects.filter(
            pk=entry, event=draft.event_id, status=Entry.Status.CHECKED_IN
        ).first()
        if chosen is None:
            raise LeagueError(_("Choose somebody who is here."))
        ByeRequest.objects.update_or_create(
            entry=chosen, round_number=draft.number, defaults={"kind": ByeRequest.Kind.HALF}
        )
        log_action(actor, gettext_noop("let sit out"), chosen, round=draft.number)
        rounds.redraw_round(draft, actor=actor, version=version, allowances=draft.allowances)


def unlock_tables(draft: Round, *, actor: Actor, version: int) -> None:
    """Let all tables go that were locked, and draw the whole round again."""
    with changing_event(draft.event_id):
        draft.matches.update(is_locked=False)
        log_action(actor, gettext_noop("unlock all tables"), draft, number=draft.number)
        rounds.redraw_round(draft, actor=actor, version=version, allowances=draft.allowances)

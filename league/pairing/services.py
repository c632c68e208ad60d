"""Drawing a round: read, compute outside, write if the draft is still the one that was read."""

from collections.abc import Iterable, Sequence

from django.conf import settings
from django.db.models import F

from league.child_process import compute
from league.live import changing_event
from league.models import Bye, ByeRequest, Entry, Match, MatchGame, Round, Seat, Stage
from league.pairing.field import SEATS, NoPairing, Pairing, PairingRemark, TableDrawn
from league.pairing.queries import division_of, late_entries, terms_of
from league.standings.queries import ranked_entries

_PROGRESS_STEP = 5  # of 100; a search tells more often than is worth a write


def pair_round(round_id: str) -> None:
    """Draw the tables of a draft. Done already, or no draft any more: nothing happens."""
    draft = Round.objects.select_related("stage__event").filter(pk=round_id).first()
    if draft is None or draft.status != Round.Status.DRAFT or draft.draw != Round.Draw.WANTED:
        return

    shown = 0

    def tell(share: float) -> None:
        nonlocal shown
        if (percent := int(100 * share)) >= shown + _PROGRESS_STEP:
            shown = percent
            Round.objects.filter(pk=round_id).update(draw_progress=percent)

    draw = draft.stage.format.draw
    drawn = compute(draw, terms_of(draft), limit_s=settings.JOB_LIMIT_S, progress=tell)
    with changing_event(draft.event_id):
        still = Round.objects.filter(pk=round_id, version=draft.version, draw=Round.Draw.WANTED)
        if not still.exists():
            return  # wanted again meanwhile: that wish has a job of its own
        if isinstance(drawn, NoPairing):
            _refuse(draft, drawn)
        else:
            write_pairing(draft, drawn)


def divide_stage(stage: Stage) -> None:
    """Put the field of a stage into groups, if it has any; part of the caller's transaction.

    Once a round is out, everybody stays where they are.
    """
    if not stage.format.has_groups or stage.rounds.exclude(status=Round.Status.DRAFT).exists():
        return
    division = division_of(stage)
    if division != stage.groups:
        stage.groups = division
        Stage.objects.filter(pk=stage.pk).update(groups=division)


def write_pairing(draft: Round, pairing: Pairing, *, is_edited: bool = False) -> None:
    """Put a pairing in place of what the draft has; part of the caller's transaction."""
    draft.matches.all().delete()
    draft.byes.all().delete()
    write_tables(draft, pairing)
    _write_byes(draft, pairing.byes, out=pairing.out)
    _note_edition(draft)
    late = late_entries(draft) & {entry for table in pairing.tables for entry in table.entries}
    remarks = [*pairing.remarks, *(PairingRemark("late_table", (entry,)) for entry in sorted(late))]
    Round.objects.filter(pk=draft.pk).update(
        draw=Round.Draw.DRAWN,
        draw_progress=100,
        is_edited=is_edited,
        remarks=[remark_as_dict(remark) for remark in remarks],
        ahead=pairing.ahead,
        refusal={},
        version=F("version") + 1,
    )


def _note_edition(draft: Round) -> None:
    """Keep from which round on a stage is paired by the rules of today."""
    stage, edition = draft.stage, draft.stage.format.edition
    if edition and draft.number < stage.editions.get(edition, draft.number + 1):
        stage.editions = {**stage.editions, edition: draft.number}
        stage.save(update_fields=["editions"])


def write_tables(draft: Round, pairing: Pairing) -> list[Match]:
    """At the first free tables; part of the caller's transaction."""
    matches = [
        Match(
            event_id=draft.event_id,
            round=draft,
            table=number,
            is_locked=table.is_locked,
            slot=table.slot,
            remarks=[remark_as_dict(remark) for remark in _about(pairing.remarks, table)],
        )
        for number, table in zip(
            free_tables(draft, len(pairing.tables)), pairing.tables, strict=True
        )
    ]
    entries = Entry.objects.select_related("player", "partner").filter(event=draft.event_id)
    by_id = {entry.pk: entry for entry in entries}
    Match.objects.bulk_create(matches)
    MatchGame.objects.bulk_create([MatchGame(match=match) for match in matches])
    Seat.objects.bulk_create(
        [
            seat
            for match, table in zip(matches, pairing.tables, strict=True)
            for seat in _seats(match, [by_id[entry] for entry in table.entries])
        ]
    )
    return matches


def _seats(match: Match, entries: Sequence[Entry]) -> list[Seat]:
    """Entries take seats in order; of a team, the second sits opposite the first."""
    places = [(entry, entry.player) for entry in entries]
    places += [(entry, entry.partner) for entry in entries if entry.partner is not None]
    return [
        Seat(round_id=match.round_id, match=match, entry=entry, player=player, letter=letter)
        for (entry, player), letter in zip(places, SEATS, strict=False)
    ]


def free_tables(draft: Round, wanted: int) -> list[int]:
    """Table numbers from 1 on, without those where an earlier round still plays."""
    taken = set(
        Match.objects.filter(event=draft.event_id, is_open=True)
        .exclude(round=draft)
        .values_list("table", flat=True)
    )
    numbers = (number for number in range(1, wanted + len(taken) + 1) if number not in taken)
    return [number for number, _ in zip(numbers, range(wanted), strict=False)]


def remark_as_dict(remark: PairingRemark) -> dict[str, object]:
    return {"code": remark.code, "entries": list(remark.entries), "gaps": dict(remark.gaps)}


def _write_byes(draft: Round, sitting_out: Sequence[str], *, out: Sequence[str]) -> None:
    """Of those who play in the stage; who is out of a bracket sits out nothing."""
    here = ranked_entries(draft.stage).exclude(status=Entry.Status.WITHDRAWN).values("pk")
    asked = ByeRequest.objects.filter(entry__in=here, round_number=draft.number)
    asked = asked.exclude(entry__in=out)
    asked = asked.order_by(*(f"entry__{column}" for column in Entry.BY_NAME))
    Bye.objects.bulk_create(
        [
            *(Bye(round=draft, entry_id=entry, kind=Bye.Kind.PAIRING) for entry in sitting_out),
            *(Bye(round=draft, entry_id=wish.entry_id, kind=wish.kind) for wish in asked),
        ]
    )


def _refuse(draft: Round, refusal: NoPairing) -> None:
    draft.matches.filter(is_locked=False).delete()
    draft.byes.all().delete()
    Round.objects.filter(pk=draft.pk).update(
        draw=Round.Draw.REFUSED,
        refusal=remark_as_dict(refusal.reason) | {"choices": list(refusal.choices)},
        version=F("version") + 1,
    )


def _about(remarks: Iterable[PairingRemark], table: TableDrawn) -> list[PairingRemark]:
    """The remarks that are about this table's entries alone."""
    here = set(table.entries)
    return [remark for remark in remarks if remark.entries and here.issuperset(remark.entries)]

"""Many players from a table, added once however often it is sent."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_noop

from league import player_notes
from league.audit import log_action
from league.clubs import queries
from league.clubs.import_rows import Candidate, RowFate, judge_rows
from league.models import Club, Player, PlayerNote
from league.models.planner import analyse_tables
from league.permissions import Actor


@dataclass(frozen=True)
class Planned:
    """A row as it was shown, with the id its player will have: sent twice, it is added once."""

    id: str
    candidate: Candidate
    birth_year: int | None = None
    note: str = ""


@dataclass(frozen=True)
class Imported:
    added: int
    left_out: int
    was_done_before: bool = False


def import_players(
    club: Club,
    *,
    actor: Actor,
    planned: Sequence[Planned],
    add: Collection[int] = (),
    leave_out: Collection[int] = (),
) -> Imported:
    """Add the new rows but `leave_out`, and of the doubtful ones those in `add` (line numbers)."""
    wanted = _wanted(club, planned=planned, add=add, leave_out=leave_out)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if Player.objects.filter(pk__in=[row.id for row in planned]).exists():
            return Imported(0, len(planned), was_done_before=True)
        # Somebody may have been added since the rows were judged.
        keys = [row.candidate.key for row in wanted if row.candidate.line not in add]
        here = set(
            queries.players_of(club).filter(match_key__in=keys).values_list("match_key", flat=True)
        )
        added = [
            Player(pk=row.id, full_name=row.candidate.name, club=club)
            for row in wanted
            if row.candidate.line in add or row.candidate.key not in here
        ]
        Player.objects.bulk_create(added, batch_size=500)
        new = {player.pk for player in added}
        player_notes.import_notes(
            club,
            [
                PlayerNote(player_id=row.id, birth_year=row.birth_year, text=row.note)
                for row in wanted
                if row.id in new
            ],
        )
        log_action(
            actor, gettext_noop("import players"), club, players=[player.pk for player in added]
        )
    analyse_tables([Player])
    return Imported(len(added), len(planned) - len(added))


def _wanted(
    club: Club, *, planned: Sequence[Planned], add: Collection[int], leave_out: Collection[int]
) -> list[Planned]:
    judged = judge_rows([row.candidate for row in planned], members=queries.namesakes_in(club))
    return [
        row
        for row, verdict in zip(planned, judged, strict=True)
        if verdict.fate is not RowFate.BROKEN
        and row.candidate.line not in leave_out
        and (verdict.fate is RowFate.NEW or row.candidate.line in add)
    ]

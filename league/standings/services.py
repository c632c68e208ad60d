"""Standings: read with the version, computed outside, published if nothing newer is there.

A job may come late or twice: an older version never replaces a newer one. Tables that still stand
are neither computed nor written; of the others, only the pieces that have become others are.
"""

from collections import defaultdict
from collections.abc import Mapping

from django.conf import settings

from league.child_process import compute
from league.live import changing_event
from league.models import Entry, EntryRounds, Stage, Standing, StandingPage
from league.standings.queries import stage_rows, terms_of
from league.standings.renewal import PublishedTable, Renewed, renewed_tables
from league.standings.stored import StoredPiece, StoredTable
from league.webhooks.services.news import tell_standings_published

LARGE = 2000  # entries; up to so many a second of work is usual
_AT_ONCE = 150  # rows of one INSERT: databases take a limited number of values


def compute_standings(stage_id: str) -> None:
    """Bring a stage's standings up to the version that is wanted."""
    while not _is_up_to_date(stage_id):
        pass


def _is_up_to_date(stage_id: str) -> bool:
    """After one attempt; not, if another job has published meanwhile what this one built upon."""
    stage = Stage.objects.select_related("event").get(pk=stage_id)
    if stage.published_version >= stage.wanted_version:
        return True
    return _publish(stage, _renewed(stage), version=stage.wanted_version)


def _renewed(stage: Stage) -> Renewed:
    published = _published(stage)
    rows = stage_rows(stage)
    limit_s = _limit_s(entries=len(rows.entries))
    return compute(renewed_tables, rows, **terms_of(stage), published=published, limit_s=limit_s)


def _published(stage: Stage) -> dict[int, PublishedTable]:
    digests: dict[int, dict[int, str]] = defaultdict(dict)
    pages = stage.standing_pages.values_list("after_round", "number", "digest")
    for after_round, number, digest in pages:
        digests[after_round][number] = digest
    seals = stage.standings.values_list("after_round", "seal")
    return {after_round: PublishedTable(seal, digests[after_round]) for after_round, seal in seals}


def limit_of(stage_id: str) -> int:
    """How many seconds its standings may take: those of a large stage have longer."""
    return _limit_s(
        entries=Entry.objects.filter(event__stages=stage_id, seed__isnull=False).count()
    )


def _limit_s(*, entries: int) -> int:
    return settings.JOB_LIMIT_S if entries > LARGE else settings.JOB_SHORT_LIMIT_S


def _publish(computed: Stage, renewed: Renewed, *, version: int) -> bool:
    """Whether nothing stood in the way: not, if the tables that stand may be others by now."""
    with changing_event(computed.event_id, even_away=True):
        stage = Stage.objects.select_related("event").get(pk=computed.pk)
        if stage.published_version >= version:
            return True
        if stage.published_version != computed.published_version:
            return False
        _write_tables(stage, renewed, version=version)
        _write_pages(stage, renewed)
        _write_rounds(stage, renewed.made.rounds)
        Stage.objects.filter(pk=stage.pk).update(published_version=version)
        _tell_websites(stage, renewed.made.tables)
    return True


def _tell_websites(stage: Stage, tables: Mapping[int, StoredTable]) -> None:
    """Of the latest table, if it has become another one and has something to show."""
    latest = max(tables, default=0)
    if tables and tables[latest].has_results:
        tell_standings_published(stage, after_round=latest)


def _write_tables(stage: Stage, renewed: Renewed, *, version: int) -> None:
    stage.standings.exclude(after_round__in=renewed.seals).delete()
    stage.standings.update(version=version)
    Standing.objects.bulk_create(
        [
            Standing(
                stage=stage,
                after_round=after_round,
                version=version,
                size=table.size,
                has_results=table.has_results,
                is_complete=table.is_complete,
                seal=renewed.seals[after_round],
            )
            for after_round, table in renewed.made.tables.items()
        ],
        update_conflicts=True,
        unique_fields=["stage", "after_round"],
        update_fields=["version", "size", "has_results", "is_complete", "seal", "computed_at"],
    )


def _write_pages(stage: Stage, renewed: Renewed) -> None:
    stage.standing_pages.exclude(after_round__in=renewed.seals).delete()
    tables: Mapping[int, StoredTable] = renewed.made.tables
    wanted = {
        (after_round, number): piece
        for after_round, table in tables.items()
        for number, piece in table.pieces.items()
    }
    pages = stage.standing_pages.filter(after_round__in=tables)
    kept = {
        (after_round, number): (pk, digest)
        for pk, after_round, number, digest in pages.values_list(
            "pk", "after_round", "number", "digest"
        )
    }
    pages.filter(pk__in=[pk for key, (pk, _) in kept.items() if key not in wanted]).delete()
    StandingPage.objects.bulk_create(
        [
            StandingPage(
                stage=stage, after_round=key[0], number=key[1], text=piece.text, digest=piece.digest
            )
            for key, piece in wanted.items()
            if kept.get(key, (0, ""))[1] != piece.digest
        ],
        batch_size=_AT_ONCE,
        update_conflicts=True,
        unique_fields=["stage", "after_round", "number"],
        update_fields=["text", "digest"],
    )


def _write_rounds(stage: Stage, rounds: Mapping[str, StoredPiece]) -> None:
    kept = dict(stage.entry_rounds.values_list("entry", "digest"))
    if gone := kept.keys() - rounds.keys():
        stage.entry_rounds.filter(entry__in=gone).delete()
    EntryRounds.objects.bulk_create(
        [
            EntryRounds(stage=stage, entry_id=entry, text=piece.text, digest=piece.digest)
            for entry, piece in rounds.items()
            if kept.get(entry) != piece.digest
        ],
        batch_size=_AT_ONCE,
        update_conflicts=True,
        unique_fields=["stage", "entry"],
        update_fields=["text", "digest"],
    )

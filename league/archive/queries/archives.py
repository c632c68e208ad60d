"""An event read for its archive.

Nobody is named in the content: people stand in a part of their own, outside of what is sealed.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db.models import Exists, F, Model, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.archive.canonical import digest_of
from league.archive.queries.seal_log import newest_proof
from league.archive.schema import BY_NAME, EVENT, KINDS, SCHEMA, RowKind
from league.archive.verification import digests_in
from league.errors import LeagueError, Stale
from league.events.queries.entries import entry_names, names_of_players
from league.models import (
    Bye,
    ByeRequest,
    ChainChange,
    Confirmation,
    Dissent,
    Entry,
    EntryRounds,
    Event,
    KeepApart,
    Match,
    MatchGame,
    Player,
    Remark,
    Result,
    Round,
    Ruling,
    Seal,
    Seat,
    Sheet,
    Stage,
    StageEntry,
    StandingPage,
    Submission,
    Verification,
)
from league.standings.renewal import EDITION
from league.standings.stored import ORDER

# Columns of an event that are no part of how it is played: names, codes, counters, its course.
EVENT_LEFT_OUT = frozenset(
    {
        *("id", "club", "name", "about", "place", "status", "sort_key", "created_at"),
        *("finished_at", "wrap_up", "version", "live_version", "door_code", "room_code"),
        *("practice_of", "wiped_at", "away_since"),
    }
)
STAGE_LEFT_OUT = frozenset(
    {
        *("id", "event", "order", "kind", "name", "wanted_version", "published_version"),
        "field_changed",
    }
)


# Younger than the schema: left out while they are as usual, so that what was sealed before them
# stays what it was. Every new setting of a stage belongs here.
YOUNGER_SETTINGS = frozenset(
    {
        *("least_games", "best_games", "plays_until", "longest_wait_min", "stood"),
        *("closed_at", "going_on"),
    }
)


def rows_by_kind(event: Event) -> dict[str, QuerySet[Any]]:
    """Which rows of the database the kinds of an archive are. Drafts of rounds are left out."""
    rounds = Round.objects.filter(stage__event=event).exclude(status=Round.Status.DRAFT)
    played = {"match__round__in": rounds}
    handed_in = {"submission__match__round__in": rounds}
    sheets = Sheet.objects.filter(submission=OuterRef("pk"))
    return {
        "entries": Entry.objects.filter(event=event).exclude(status=Entry.Status.APPLIED),
        "stage_entries": StageEntry.objects.filter(stage__event=event),
        "chain_changes": ChainChange.objects.filter(stage__event=event),
        "rounds": rounds,
        "matches": Match.objects.filter(round__in=rounds),
        "seats": Seat.objects.filter(round__in=rounds),
        "left_seats": Seat.ever.filter(round__in=rounds, has_left=True),
        "byes": Bye.objects.filter(round__in=rounds),
        "submissions": Submission.objects.filter(**played).annotate(is_from_sheet=Exists(sheets)),
        "verifications": Verification.objects.filter(**handed_in),
        "confirmations": Confirmation.objects.filter(**handed_in),
        "rulings": Ruling.objects.filter(**played),
        "results": Result.objects.filter(**played),
        "dissents": Dissent.objects.filter(**handed_in),
        "games": MatchGame.objects.filter(**played),
        "seals": Seal.objects.filter(event=event),
    }


def content_of(event: Event) -> dict[str, Any]:
    """All that is sealed, as plain values; one query for each kind."""
    content: dict[str, Any] = {
        name: _sorted(BY_NAME[name], _read(rows, BY_NAME[name]))
        for name, rows in rows_by_kind(event).items()
    }
    for kind in KINDS:
        if kind.is_younger and not content[kind.name]:
            del content[kind.name]
    content["event"] = {name: plain(getattr(event, name)) for name in EVENT}
    content["stages"] = [
        {
            "id": stage.pk,
            "order": stage.order,
            "kind": stage.kind,
            "settings": _columns(stage, but=STAGE_LEFT_OUT),
        }
        for stage in Stage.objects.filter(event=event).order_by("order")
    ]
    return content


def _read(rows: QuerySet[Any], kind: RowKind) -> Iterator[dict[str, Any]]:
    names = [f"{name}_id" if column.refers else name for name, column in kind.columns.items()]
    for values in rows.order_by().values_list(*names):
        yield dict(zip(kind.columns, map(plain, values), strict=True))


def _sorted(kind: RowKind, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=kind.key_of)


def _columns(row: Model, *, but: frozenset[str]) -> dict[str, Any]:
    fields = (
        field
        for field in row._meta.concrete_fields
        if field.name not in but and not _is_as_before(row, field)
    )
    return {field.name: plain(getattr(row, field.attname)) for field in fields}


def _is_as_before(row: Model, field: Any) -> bool:
    is_younger = isinstance(row, Stage) and field.name in YOUNGER_SETTINGS
    return is_younger and getattr(row, field.attname) == field.get_default()


def plain(value: Any) -> Any:
    """As JSON has it; moments in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def content_digest(event: Event) -> str:
    return digest_of(content_of(event))


def archive_of(
    event: Event, *, in_full: bool = False, source: str = "", in_any_state: bool = False
) -> dict[str, Any]:
    """The whole document. `in_full`: with full names, for officials alone.

    `in_any_state`: also before the start, where the event goes elsewhere.
    """
    if not (event.has_started or in_any_state):
        raise LeagueError(_("There is nothing to archive yet: the event has not started."))
    if event.stages.exclude(published_version=F("wanted_version")).exists():
        raise Stale(_("The standings are just being computed. Try again in a moment."))
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "about": {
            "made_at": plain(timezone.now()),
            "made_by": f"Arbitr {settings.VERSION}",
            "source": source[:200],
            "names": "full" if in_full else "public",
            "status": event.status,
            "finished_at": plain(event.finished_at),
            "standings_edition": EDITION,
        },
        "content": content_of(event),
        "people": _people(event, in_full=in_full),
        "setup": _setup(event, in_full=in_full),
        "standings": _standings(event),
    }
    proof = newest_proof(event.pk, digest=digest_of(document["content"]))
    document["log"] = proof.as_dict() if proof else None
    return {**document, "digests": digests_in(document)}


def _people(event: Event, *, in_full: bool) -> dict[str, Any]:
    """Everything that names somebody or was written freely; nothing here is sealed."""
    let_in = event.entries.exclude(status=Entry.Status.APPLIED)
    entries = list(let_in.select_related("player__club", "partner__club"))
    players = {player.pk: player for entry in entries for player in entry.players}
    seats = Seat.ever.filter(round__stage__event=event).exclude(round__status=Round.Status.DRAFT)
    seated = dict(seats.values_list("pk", "player_id"))
    others = Player.objects.filter(pk__in=set(seated.values()) - players.keys())
    others = others.select_related("club")
    players |= {player.pk: player for player in others}
    remarks = Remark.objects.filter(match__event=event, rulings__isnull=False)
    return {
        "event": {"name": event.name, "about": event.about, "place": event.place},
        "club": {"id": event.club_id, "name": event.club.name, "town": event.club.town},
        "stages": dict(Stage.objects.filter(event=event).values_list("pk", "name")),
        "entries": _entries(entries, entry_names(event, in_full=in_full)),
        "players": names_of_players(players.values(), in_full=in_full),
        "seats": seated,
        "reasons": dict(remarks.values_list("rulings", "reason")),
    }


def _entries(entries: Sequence[Entry], names: Mapping[str, str]) -> dict[str, Any]:
    return {
        entry.pk: {
            "name": names[entry.pk],
            "team_name": entry.team_name,
            "entered_at": plain(entry.created_at),  # by which namesakes are told apart
            "players": [player.pk for player in entry.players],
        }
        for entry in entries
    }


def _setup(event: Event, *, in_full: bool) -> dict[str, Any]:
    """How it is run, besides what results depend on. Who is kept apart is for officials."""
    requests = ByeRequest.objects.filter(entry__event=event).order_by("entry", "round_number")
    apart = KeepApart.objects.filter(event=event).order_by("first", "second")
    return {
        "event": _columns(event, but=EVENT_LEFT_OUT | EVENT.keys()),
        "bye_requests": [
            list(row) for row in requests.values_list("entry", "round_number", "kind")
        ],
        "kept_apart": [list(row) for row in apart.values_list("first", "second")]
        if in_full
        else [],
    }


def _standings(event: Event) -> dict[str, Any]:
    """As they are published."""
    tables: dict[tuple[int, int], dict[str, Any]] = {}
    pages = StandingPage.objects.filter(stage__event=event, number__gt=ORDER)
    listed = pages.order_by("stage__order", "after_round", "number")
    for order, stage, after_round, text in listed.values_list(
        "stage__order", "stage_id", "after_round", "text"
    ):
        table = {"stage": stage, "after_round": after_round, "rows": []}
        tables.setdefault((order, after_round), table)["rows"] += json.loads(text)
    rounds = EntryRounds.objects.filter(stage__event=event).order_by("stage__order", "entry")
    return {
        "tables": list(tables.values()),
        "rounds": [
            {"stage": stage, "entry": entry, "cells": json.loads(text)}
            for stage, entry, text in rounds.values_list("stage_id", "entry_id", "text")
        ],
    }

"""Entries with everything that hangs on them, as their people may read it.

Of a match: results, rulings with their public reasons, and what was said about its day. Others at
the table are not named, and of the remarks of officials only those for the public are told.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from league.models import (
    Bye,
    Entry,
    MatchGame,
    PlayOff,
    Postponement,
    PrizeDecision,
    Readiness,
    Round,
    Ruling,
    SeasonLeave,
    Seat,
)

Told = dict[str, Any]


def entries_told(entries: QuerySet[Entry]) -> list[Told]:
    """As many queries for one as for many."""
    listed = list(_with_rows(entries).order_by("event__starts_at", "pk"))
    ids = [entry.pk for entry in listed]
    leaves, play_offs, prizes = _leaves(ids), _play_offs(ids), _prizes(listed)
    return [
        _entry(entry)
        | {
            "leaves": leaves.get(entry.pk, []),
            "play_offs": play_offs.get(entry.pk, []),
            "ties_for_prizes": prizes.get(entry.pk, []),
        }
        for entry in listed
    ]


def _with_rows(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    seats = Seat.objects.exclude(round__status=Round.Status.DRAFT).select_related("round", "match")
    games = MatchGame.objects.exclude(result=None).select_related("result").order_by("number")
    byes = Bye.objects.exclude(round__status=Round.Status.DRAFT).select_related("round")
    return entries.select_related("event", "player", "partner").prefetch_related(
        "categories",
        "bye_requests",
        "stage_places__stage",
        "readiness__stage__other_games",
        Prefetch("byes", byes.order_by("round__number")),
        Prefetch("seats", seats.order_by("round__number", "letter")),
        Prefetch("seats__match__games", games),
        Prefetch("seats__match__rulings", Ruling.objects.select_related("remark")),
        "seats__match__postponements",
    )


def _entry(entry: Entry) -> Told:
    readiness = getattr(entry, "readiness", None)
    return {
        "event": fields(entry.event, "id", "name", "starts_at", "place"),
        "players": [player.full_name for player in entry.players],
        **fields(entry, "id", "team_name", "status", "rating", "seed", "paid"),
        **fields(entry, "created_at", "checked_in_at"),
        "categories": [category.name for category in entry.categories.all()],
        "byes_asked_for": [bye.round_number for bye in entry.bye_requests.all()],
        "byes": [{"round": bye.round.number, "kind": bye.kind} for bye in entry.byes.all()],
        "later_stages": [
            {"stage": place.stage.order}
            | fields(place, "seed", "origin", "came_from", "came_group")
            for place in entry.stage_places.all()
        ],
        "ready_to_play": _readiness(entry, readiness) if readiness else None,
        "matches": [_match(seat) for seat in entry.seats.all()],
    }


def _readiness(entry: Entry, readiness: Readiness) -> Told:
    """Wishes by the names of games."""
    games = {"": entry.event.game_played.name}
    games |= {other.pk: str(other) for other in readiness.stage.other_games.all()}
    wishes = [games.get(wish, wish) for wish in readiness.wishes]
    return fields(readiness, "since", "is_paused") | {"wishes": wishes}


def _match(seat: Seat) -> Told:
    results = [game.result for game in seat.match.games.all() if game.result]
    own = (side for result in results for side in result.sides if side["entry"] == seat.entry_id)
    return {
        "round": seat.round.number,
        "match": seat.match_id,
        "table": seat.match.table,
        "seat": seat.letter,
        "state": seat.match.state,
        "games": [
            {"place": side["rank"], "score": side["score"], "forfeited": side["forfeited"]}
            for side in own
        ],
        "rulings": [
            fields(ruling, "game", "kind", "at")
            | {"reason": ruling.remark.reason if ruling.remark else ""}
            for ruling in seat.match.rulings.all()
        ],
        "days": [
            fields(word, "kind", "play_on", "at") | {"by": _whose(word, seat)}
            for word in seat.match.postponements.all()
        ],
    }


def _whose(word: Postponement, seat: Seat) -> str:
    if word.entry_id is None:
        return "official"
    return "entry" if word.entry_id == seat.entry_id else "opponent"


def _leaves(entries: Iterable[str]) -> Mapping[str, list[Told]]:
    told: dict[str, list[Told]] = {}
    leaves = SeasonLeave.objects.filter(entry__in=entries).select_related("season")
    for leave in leaves.order_by("pk"):
        season = fields(leave.season, "id", "name")
        told.setdefault(leave.entry_id, []).append(
            {"season": season, "kind": leave.kind, "division": leave.order}
        )
    return told


def _play_offs(entries: Iterable[str]) -> Mapping[str, list[Told]]:
    """Under the entry it is about, of two that may both be asked for."""
    told: dict[str, list[Told]] = {}
    about = Q(holder__in=entries) | Q(challenger__in=entries)
    for each in PlayOff.objects.filter(about).select_related("division").order_by("pk"):
        for entry, part in ((each.holder_id, "holder"), (each.challenger_id, "challenger")):
            is_won = each.winner_id == entry if each.winner_id else None
            told.setdefault(entry, []).append(
                {
                    "division": fields(each.division, "id", "name"),
                    "part": part,
                    "won": is_won,
                    "event": each.event_id,
                }
            )
    return told


def _prizes(entries: Iterable[Entry]) -> Mapping[str, list[Told]]:
    """How ties in which they were have been settled; the place where they are in an order."""
    told: dict[str, list[Told]] = {}
    events = {entry.event_id for entry in entries}
    decisions = PrizeDecision.objects.filter(event__in=events).select_related("category")
    for decision in decisions.order_by("decided_at", "pk"):
        is_ordered = decision.how != PrizeDecision.How.SHARE
        for place, entry in enumerate(decision.entries, start=1):
            told.setdefault(entry, []).append(
                {
                    "category": decision.category.name if decision.category else None,
                    "how": decision.how,
                    "among": len(decision.entries),
                    "place": place if is_ordered else None,
                    "decided_at": decision.decided_at,
                }
            )
    return told


def fields(row: object, *names: str) -> Told:
    return {name: getattr(row, name) for name in names}

"""Everything that is kept about somebody, as one file: for the person alone.

The account, the player, what they entered, played, handed in and did. Of people whom the account
signed up, the entries and what came of them; if they have no account of their own, such as a
family's children, and were let in, also the player, ratings and records. What a club notes about
them is left out: nothing here knows whose guardian somebody is, and a friend may sign up friends.
Secrets are told of, not told: digests of tokens and keys would help nobody but a thief.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from league.exchange.table_files import FileSent
from league.exchange.zips import ZIP, TextInZip, zip_parts
from league.models import (
    ApiToken,
    AuditEntry,
    CalendarLink,
    ClubAdmin,
    Confirmation,
    Dissent,
    Entry,
    Handover,
    MatchGame,
    Notice,
    Official,
    Player,
    PlayerNote,
    Rating,
    RatingChange,
    Round,
    Seat,
    SentFile,
    SeriesGuest,
    Submission,
    User,
)

Told = dict[str, Any]
_VERSION = 1


def my_data_file(user: User) -> FileSent:
    """JSON beside the records of the games that they played."""
    return FileSent("my-data.zip", ZIP, zip_parts(_texts(user)), is_personal=True, is_long=True)


def my_data(user: User) -> Told:
    told: Told = {"version": _VERSION, "made_at": timezone.now()}
    return told | {section: read(user) for section, read in SECTIONS.items()}


def _texts(user: User) -> Iterator[TextInZip]:
    text = json.dumps(my_data(user), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    yield TextInZip("my-data.json", timezone.now(), text)
    rows = _records(user).order_by("at", "pk")
    columns = ("pk", "match__event", "match__round__number", "match__table", "game")
    for pk, event, round_, table, game, at, record in rows.values_list(
        *columns, "at", "record"
    ).iterator(200):
        name = f"records/{event}/round-{round_:02}-table-{table:02}-game-{game}-{pk}.txt"
        yield TextInZip(name, at, record)


def _records(user: User) -> QuerySet[Submission]:
    """Of the matches at which they or their children sat, and what they handed in for others."""
    people = Q(player__user=user) | Q(player__in=_children(user).values("pk"))
    sat = Seat.objects.filter(people).exclude(round__status=Round.Status.DRAFT)
    own = Q(match__in=sat.values("match")) | Q(author=user.pk)
    return Submission.objects.filter(own).exclude(record="")


def _account(user: User) -> Told:
    return {
        **_fields(user, "id", "username", "email", "display_name", "language", "time_zone"),
        **_fields(user, "is_findable"),
        **_fields(user, "date_joined", "last_login", "is_superuser"),
        "emails": _rows(EmailAddress.objects.filter(user=user), "email", "verified", "primary"),
        "devices": _rows(
            UserSession.objects.filter(user=user), "created_at", "last_seen_at", "ip", "user_agent"
        ),
        "keys_and_second_steps": _rows(
            Authenticator.objects.filter(user=user), "type", "created_at", "last_used_at"
        ),
        "api_tokens": _rows(
            ApiToken.objects.filter(user=user),
            *("name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at"),
        ),
        "calendar_address_made": _rows(CalendarLink.objects.filter(user=user), "created_at"),
    }


def _roles(user: User) -> Told:
    return {
        "clubs_run": _rows(ClubAdmin.objects.filter(user=user), "club", "club__name"),
        "official_at": _rows(
            Official.objects.filter(user=user), "event", "event__name", "event__starts_at", "role"
        ),
        "events_taken_along": _rows(
            Handover.objects.filter(by=user), "event", "event__name", "who", "at", "ended_at"
        ),
        "files_sent": _rows(SentFile.objects.filter(user=user), "at"),
    }


def _player(user: User) -> Told | None:
    player = Player.objects.filter(user=user).select_related("club", "keeper").first()
    if player is None:
        return None
    notes = PlayerNote.objects.filter(player=player)
    [told] = _people([player])
    return told | {"kept_by_the_club": _rows(notes, "birth_year", "text", "changed_at")}


def _children(user: User) -> QuerySet[Player]:
    """Whom the account signed up and an official let in, if nobody else can ask for their data."""
    let_in = Entry.objects.filter(signed_up_by=user).exclude(status=Entry.Status.APPLIED)
    return Player.objects.filter(pk__in=let_in.values("player"), user=None, erased_at=None)


def _people_signed_up(user: User) -> list[Told]:
    return _people(_children(user).select_related("club", "keeper").order_by("created_at", "pk"))


def _people(players: Iterable[Player]) -> list[Told]:
    """As a club keeps them, with what their games came to; as many queries for one as for many."""
    people = list(players)
    parts = {
        "ratings": _by_player(
            Rating.objects.filter(player__in=people).order_by("game"), "game", "shown", "games"
        ),
        "rated_games": _by_player(
            RatingChange.objects.filter(player__in=people).order_by("game", "order"),
            *("game", "played_at", "match", "number", "rank", "sides", "mu_before", "mu_after"),
        ),
        "guest_in_series": _by_player(
            SeriesGuest.objects.filter(player__in=people).order_by("pk"), "series", "series__name"
        ),
    }
    return [
        {
            **_fields(player, "id", "full_name", "public_name", "privacy", "created_at"),
            "club": player.club.name if player.club else None,
            "kept_by": player.keeper.name if player.keeper else None,
            **{name: rows.get(player.pk, []) for name, rows in parts.items()},
        }
        for player in people
    ]


def _by_player(rows: QuerySet[Any], *columns: str) -> dict[str, list[Told]]:
    told: dict[str, list[Told]] = {}
    for row in rows.values("player", *columns):
        told.setdefault(row.pop("player"), []).append(row)
    return told


def _entered(user: User) -> list[Told]:
    return _entries(Entry.objects.filter(Q(player__user=user) | Q(partner__user=user)))


def _signed_up(user: User) -> list[Told]:
    """Others: a family's children, friends without an account."""
    others = Entry.objects.filter(signed_up_by=user).exclude(player__user=user)
    return _entries(others.exclude(partner__user=user))


def _entries(entries: QuerySet[Entry]) -> list[Told]:
    seats = Seat.objects.exclude(round__status=Round.Status.DRAFT).select_related("round", "match")
    games = MatchGame.objects.exclude(result=None).select_related("result").order_by("number")
    listed = entries.select_related("event", "player", "partner").prefetch_related(
        "categories",
        "bye_requests",
        Prefetch("seats", seats.order_by("round__number", "letter")),
        Prefetch("seats__match__games", games),
    )
    return [_entry(entry) for entry in listed.order_by("event__starts_at", "pk")]


def _entry(entry: Entry) -> Told:
    return {
        "event": _fields(entry.event, "id", "name", "starts_at", "place"),
        "players": [player.full_name for player in entry.players],
        **_fields(entry, "id", "team_name", "status", "rating", "seed", "paid"),
        **_fields(entry, "created_at", "checked_in_at"),
        "categories": [category.name for category in entry.categories.all()],
        "byes_asked_for": [bye.round_number for bye in entry.bye_requests.all()],
        "matches": [_match(seat) for seat in entry.seats.all()],
    }


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
    }


def _said(user: User) -> Told:
    """What they handed in and said about results, from their account or seat."""
    own = Q(author=user.pk) | Q(seat__player__user=user)
    columns = ("id", "submission", "how", "at")
    return {
        "handed_in": _rows(
            Submission.objects.filter(own),
            *("id", "match", "game", "by", "how", "at", "seating", "claims", "record"),
        ),
        "confirmed": _rows(Confirmation.objects.filter(own), *columns),
        "objected": _rows(Dissent.objects.filter(own), *columns),
    }


def _messages(user: User) -> list[Told]:
    emails = EmailAddress.objects.filter(user=user).values_list("email", flat=True)
    addresses = {user.email, *emails} - {""}
    sent = Notice.objects.filter(Q(user=user) | Q(recipient__in=addresses))
    return _rows(sent.order_by("created_at"), "recipient", "subject", "body", "created_at")


def _done(user: User) -> list[Told]:
    rows = AuditEntry.objects.filter(actor=user.pk).order_by("id")
    return _rows(rows, "at", "action", "object_kind", "object_id", "event", "details")


SECTIONS: Mapping[str, Callable[[User], object]] = {
    "account": _account,
    "roles": _roles,
    "player": _player,
    "entries": _entered,
    "signed_up_for_others": _signed_up,
    "people_signed_up": _people_signed_up,
    "results": _said,
    "messages": _messages,
    "done": _done,
}


def _fields(row: object, *names: str) -> Told:
    return {name: getattr(row, name) for name in names}


def _rows(rows: QuerySet[Any], *columns: str) -> list[Told]:
    listed: Iterable[Told] = rows.values(*columns)
    return list(listed)

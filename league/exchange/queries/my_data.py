"""Everything that is kept about somebody, as one file: for the person alone.

The account, the player, what they entered, played, handed in and did. Of people whom the account
signed up, the entries and what came of them; if they have no account of their own, such as a
family's children, and were let in, also the player, ratings and records. What a club notes about
them is left out: nothing here knows whose guardian somebody is, and a friend may sign up friends.
Secrets are told of, not told: digests of tokens and keys would help nobody but a thief. What else
is withheld, since it tells of others, is said in the file.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.exchange.queries.my_entries import entries_told, fields
from league.exchange.table_files import FileSent
from league.exchange.zips import ZIP, TextInZip, zip_parts
from league.models import (
    ApiToken,
    AuditEntry,
    CalendarLink,
    ChainChange,
    ClubAdmin,
    Confirmation,
    Dissent,
    Entry,
    Handover,
    Notice,
    Official,
    Player,
    PlayerNote,
    Postponement,
    Rating,
    RatingChange,
    Result,
    Round,
    Ruling,
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
        **fields(user, "id", "username", "email", "display_name", "language", "time_zone"),
        **fields(user, "is_findable"),
        **fields(user, "date_joined", "last_login", "is_superuser"),
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
            **fields(player, "id", "full_name", "public_name", "privacy", "created_at"),
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
    return entries_told(Entry.objects.filter(Q(player__user=user) | Q(partner__user=user)))


def _signed_up(user: User) -> list[Told]:
    """Others: a family's children, friends without an account."""
    others = Entry.objects.filter(signed_up_by=user).exclude(player__user=user)
    return entries_told(others.exclude(partner__user=user))


def _said(user: User) -> Told:
    """What was handed in and said about results, from their account, their seat or a child's."""
    people = Q(seat__player__user=user) | Q(seat__player__in=_children(user).values("pk"))
    own = Q(author=user.pk) | people
    columns = ("id", "submission", "how", "at")
    handed_in = Submission.objects.filter(own).annotate(player=F("seat__player"))
    confirmed, objected = (
        model._default_manager.filter(own).annotate(player=F("seat__player"))
        for model in (Confirmation, Dissent)
    )
    return {
        "handed_in": _rows(
            handed_in,
            *("id", "player", "match", "game", "by", "how", "at", "seating", "claims", "record"),
        ),
        "confirmed": _rows(confirmed, "player", *columns),
        "objected": _rows(objected, "player", *columns),
    }


def _decided(user: User) -> Told:
    """As an official; of a day also as a player. Private remarks are about others, and left out."""
    own = {"author": user.pk}
    return {
        "rulings": _rows(
            Ruling.objects.filter(**own).annotate(reason=F("remark__reason")),
            *("id", "match", "game", "kind", "reason", "at"),
        ),
        "results": _rows(
            Result.objects.filter(**own), "id", "match", "game", "ground", "grade", "at"
        ),
        "days_of_matches": _rows(
            Postponement.objects.filter(**own), "id", "match", "kind", "play_on", "at"
        ),
        "tiebreaks": _rows(
            ChainChange.objects.filter(by=user.pk),
            *("stage__event", "stage__order", "after_round", "before", "after", "reason", "at"),
        ),
    }


def _withheld(user: User) -> list[str]:
    """What may be kept besides, and why it is not in the file."""
    return [
        _("Remarks of officials for each other about a match: they tell of others at the table."),
        _("Whom officials keep apart in the draw: it tells of the others, too."),
        _("What a club notes about people without an account: the club tells their guardian."),
        _("Passwords and keys: they would only help a thief."),
    ]


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
    "decided": _decided,
    "messages": _messages,
    "done": _done,
    "withheld": _withheld,
}


def _rows(rows: QuerySet[Any], *columns: str) -> list[Told]:
    listed: Iterable[Told] = rows.values(*columns)
    return list(listed)

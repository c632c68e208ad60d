"""Clubs, their players and accounts, as pages, the API and services need them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from allauth.account.models import EmailAddress
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.registry import GAMES
from league.clubs import import_rows
from league.clubs.namesakes import Namesakes, begins_like
from league.clubs.spreadsheets import (
    MAX_ROWS,
    Row,
    UnreadableFile,
    WhyUnreadable,
    read_table,
)
from league.errors import LeagueError
from league.models import Club, Event, Player, User
from league.models.club import public_name
from league.models.names import match_key
from league.player_notes import MOST_LETTERS, year_in

_SHOWN = 5


def players_of(club: Club) -> QuerySet[Player]:
    return club.players.filter(erased_at=None)


def players_kept_by(club: Club) -> QuerySet[Player]:
    """In no club, and looked after by this one: who left it, and guests at its events."""
    return club.players_kept.filter(erased_at=None, club=None)


def players_shown() -> QuerySet[Player]:
    """All people; those made up to rehearse an event are none."""
    people = Player.objects.filter(erased_at=None, is_sample=False)
    return people.select_related("club", "keeper")


def named_like(players: QuerySet[Player], words: str) -> QuerySet[Player]:
    """Those whose names hold all the words, whatever the accents, case and order."""
    key = match_key(words)
    if words.strip() and not key:
        return players.none()
    for word in key.split():
        players = players.filter(match_key__contains=word)
    return players


def shown_like(players: QuerySet[Player], words: str) -> QuerySet[Player]:
    """Those whose names hold all the words as the public sees them; beginnings of words will do.

    By what is hidden of a name nobody is found: “Nov” does not lead to “Jana N.”.
    """
    wanted = match_key(words).split()
    candidates = named_like(players, words).values_list("pk", "full_name", "privacy")
    found = [
        pk
        for pk, full_name, privacy in candidates
        if _begin_words(wanted, public_name(full_name, privacy=privacy, erased_at=None))
    ]
    return players.filter(pk__in=found)


def _begin_words(wanted: Sequence[str], name: str) -> bool:
    shown = match_key(name).split()
    return all(any(word.startswith(each) for word in shown) for each in wanted)


def rows_in_file(data: bytes) -> list[Row]:
    """The table that somebody sent; refused with the reason where it is none."""
    try:
        return read_table(data)
    except UnreadableFile as error:
        raise LeagueError(_reason(error.why)) from error


def people_in_file(data: bytes) -> import_rows.PeopleListed:
    rows = rows_in_file(data)
    try:
        people = import_rows.people_in(rows)
    except import_rows.NoNames as error:
        raise LeagueError(
            _(
                "No column of names was found. Name the columns in the first row, "
                "such as “First name” and “Surname”, or “Full name”."
            )
        ) from error
    if len(people.people) > MAX_ROWS:
        raise LeagueError(_reason(WhyUnreadable.TOO_MANY_ROWS))
    if not people.people:
        raise LeagueError(_reason(WhyUnreadable.EMPTY))
    return people


def notes_in(club: Club, people: import_rows.PeopleListed) -> dict[int, tuple[int | None, str]]:
    """By line, the year and the note; nothing where the club keeps none."""
    if not club.keeps_notes:
        return {}
    return {
        person.line: (year_in(person.birth_year), " ".join(person.note.split())[:MOST_LETTERS])
        for person in people.people
    }


def namesakes_in(club: Club) -> Namesakes:
    return Namesakes(players_of(club).values_list("pk", "match_key"))


def judged_rows(club: Club, people: import_rows.PeopleListed) -> list[import_rows.JudgedRow]:
    own = match_key(club.name)
    candidates: Sequence[import_rows.Candidate] = [
        import_rows.Candidate(
            line=person.line,
            name=person.name,
            key=match_key(person.name),
            of_other_club=bool(person.club) and match_key(person.club) != own,
        )
        for person in people.people
    ]
    return import_rows.judge_rows(candidates, members=namesakes_in(club))


def _reason(why: WhyUnreadable) -> str:
    return {
        WhyUnreadable.EMPTY: _("There is nobody in this table. Choose another file."),
        WhyUnreadable.TOO_LARGE: _("The file is larger than 1 MiB. Leave out what is not needed."),
        WhyUnreadable.TOO_MANY_ROWS: _(
            "The table has more than 2,000 rows. Split it into smaller ones."
        ),
        WhyUnreadable.OLD_EXCEL: _(
            "This file is from an old version of Excel. Save it as XLSX or CSV."
        ),
        WhyUnreadable.OPEN_DOCUMENT: _("This is an OpenDocument file. Save it as XLSX or CSV."),
        WhyUnreadable.NOT_A_TABLE: _(
            "We cannot read this file as a table. Save it as XLSX or CSV."
        ),
    }[why]


@dataclass(frozen=True)
class Alike:
    here: list[Player] = field(default_factory=list)  # of this club: full names
    elsewhere: list[Player] = field(default_factory=list)  # of others: public names only
    has_same: bool = False  # a member has this very name

    def __bool__(self) -> bool:
        return bool(self.here or self.elsewhere)


def players_alike(club: Club, *, typed: str, but: str = "") -> Alike:
    """`but`: the id of the player whose name is being changed."""
    key = match_key(typed)
    if not key:
        return Alike()
    own = players_shown().filter(club=club) | players_shown().filter(club=None, keeper=club)
    people = list(own.exclude(pk=but).values_list("pk", "match_key"))
    namesakes = Namesakes(people)
    similar = namesakes.similar(key)
    if len(key.split()) > 1:
        more = [pk for pk, other in people if begins_like(other, typed=key)]
        similar += [pk for pk in more if pk not in similar]
    rows = own.in_bulk(similar[:_SHOWN])
    others = players_shown().filter(match_key=key).exclude(pk__in=[pk for pk, _ in people])
    return Alike(
        here=[rows[pk] for pk in similar[:_SHOWN] if pk in rows],
        elsewhere=list(others.exclude(pk=but)[:_SHOWN]),
        has_same=any(rows[pk].club_id for pk in namesakes.same(key) if pk in rows),
    )


@dataclass(frozen=True)
class MergePlan:
    kept: Player
    gone: Player
    events: int  # whose entries move
    moves_account: bool
    conflict: str = ""  # why it cannot be done, and what to do


def events_played(player: Player) -> QuerySet[Event]:
    """Events that a player has entered, alone or in a team."""
    return Event.objects.filter(Q(entries__player=player) | Q(entries__partner=player)).distinct()


def merge_plan(kept: Player, gone: Player) -> MergePlan:
    events = set(events_played(gone).values_list("pk", flat=True))
    conflict = ""
    if kept.user_id and gone.user_id:
        conflict = _("Both have an account. Unlink one of them first.")
    elif in_both := events_played(kept).filter(pk__in=events).first():
        conflict = _(
            "Both are entered in “%(event)s”, so they may be two people. "
            "Take one entry out of that event first."
        ) % {"event": in_both.name}
    return MergePlan(
        kept=kept,
        gone=gone,
        events=len(events),
        moves_account=bool(gone.user_id),
        conflict=conflict,
    )


def likely_duplicates(player: Player) -> list[Player]:
    """People of a similar name whom the same club looks after."""
    club = player.looked_after_by
    return players_alike(club, typed=player.full_name, but=player.pk).here if club else []


def account_called(who: str) -> User:
    """By login name, or by an e-mail address that its owner has confirmed."""
    who = who.strip()
    named = User.objects.filter(is_active=True)
    user = named.filter(username=who).first() or named.filter(username__iexact=who).first()
    if user is None:
        address = EmailAddress.objects.filter(
            email__iexact=who, verified=True, user__is_active=True
        ).select_related("user")
        user = next((owned.user for owned in address), None)
    if user is None:
        raise LeagueError(
            _(
                "No account has this login name or confirmed e-mail address. "
                "Ask the person to sign up first."
            )
        )
    return user


def player_invited(digest: str) -> Player:
    """Whom an invitation is for, while it is valid."""
    player = (
        Player.objects.select_related("club")
        .filter(invitation_digest=digest, invitation_until__gt=timezone.now(), erased_at=None)
        .exclude(invitation_digest="")
        .first()
    )
    if player is None:
        raise LeagueError(
            _("This invitation has already been used, or is too old. Ask the club for a new one.")
        )
    return player


def unasked_games(club: Club) -> list[str]:
    """The games of its events of which it has not said what its box looks like."""
    events = Event.objects.filter(club=club, game__in=GAMES)
    unasked = events.exclude(game__in=club.boxes.values("game")).values_list("game", flat=True)
    return sorted(set(unasked))


def clubs_with_counts(*, matching: str = "") -> QuerySet[Club]:
    clubs = Club.objects.annotate(
        player_count=Count("players", filter=Q(players__erased_at=None))
    ).order_by("sort_key", "pk")  # grouping drops the model's own order
    if matching:
        clubs = clubs.filter(Q(name__icontains=matching) | Q(town__icontains=matching))
    return clubs


def clubs_run_by(user: User) -> QuerySet[Club]:
    return clubs_with_counts().filter(clubadmin__user=user)

"""Who may do what: the one place that decides, for pages, API and admin alike.

A predicate takes an actor and the object it is about, and says yes or no. Whatever names no
predicate is refused (`league.web.middleware.DefaultDeny`, `league.api.permissions.Permitted`).
Roles: superuser, club admin, organiser and arbiter of an event, player, table guest, public.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, Q, QuerySet
from django.http import HttpRequest

from league.models import (
    ApiToken,
    Club,
    Entry,
    Event,
    Match,
    Official,
    PaperCopy,
    Player,
    Round,
    Scope,
    Season,
    Seat,
    SeatHold,
    Series,
    Sheet,
    Submission,
    TableCode,
    User,
)

Predicate = Callable[["Actor", Any], bool]
# In the session of somebody without an account:
DEVICE_KEY = "device"  # by which a phone is known to the seats that it holds
CODES_KEY = "codes"  # of tables, matches and rooms, as scanned
ENTRIES_KEY = "entries"  # the entries that were signed up from it
DOORS_KEY = "doors"  # the events whose code at the door it has read


@dataclass(frozen=True)
class Actor:
    """Who asks: a person in a browser, a program with that person's token, or nobody known."""

    user: User | None = None
    scopes: frozenset[str] | None = None  # None: not by token, so nothing is narrowed
    device: str = ""
    codes: frozenset[str] = frozenset()
    entries: frozenset[str] = frozenset()
    doors: frozenset[str] = frozenset()

    def has_scope(self, scope: Scope) -> bool:
        return self.scopes is None or scope in self.scopes


SERVICE = Actor()


def actor_of(request: HttpRequest) -> Actor:
    user = request.user if isinstance(request.user, User) else None
    token = getattr(request, "auth", None)
    session = getattr(request, "session", {})
    return Actor(
        user=user,
        scopes=frozenset(token.scopes) if isinstance(token, ApiToken) else None,
        device=session.get(DEVICE_KEY, ""),
        codes=frozenset(session.get(CODES_KEY, ())),
        entries=frozenset(session.get(ENTRIES_KEY, ())),
        doors=frozenset(session.get(DOORS_KEY, ())),
    )


def anyone(actor: Actor, obj: object = None) -> bool:
    return True


def signed_in(actor: Actor, obj: object = None) -> bool:
    return actor.user is not None


def in_browser(actor: Actor, obj: object = None) -> bool:
    """Account matters are not for programs."""
    return signed_in(actor) and actor.scopes is None


def operates(actor: Actor, obj: object = None) -> bool:
    """Sees jobs, messages and the audit of the whole service."""
    return _is_superuser(actor) and actor.scopes is None


def runs_club(actor: Actor, club: Club) -> bool:
    return actor.has_scope(Scope.CLUBS) and _runs_club(actor, club)


def sees_event(actor: Actor, event: Event) -> bool:
    return visible_events(actor).filter(pk=event.pk).exists()


def sees_round(actor: Actor, given: Round) -> bool:
    """A draft only if its tables were public before: to be told that they are not any more."""
    is_public = given.status != Round.Status.DRAFT or given.withdrawn_at is not None
    return is_public and sees_event(actor, given.stage.event)


def sees_match(actor: Actor, match: Match) -> bool:
    return match.round.status != Round.Status.DRAFT and sees_event(actor, match.event)


def sees_submission(actor: Actor, submission: Submission) -> bool:
    """Whoever sees the match sees every version of its result."""
    return sees_match(actor, submission.match)


def sees_entry(actor: Actor, entry: Entry) -> bool:
    """Whoever waits for approval is nobody's business yet."""
    return entry.status != Entry.Status.APPLIED and sees_event(actor, entry.event)


def keeps_paper(actor: Actor, copy: PaperCopy) -> bool:
    return referees_event(actor, copy.event)


def opens_events(actor: Actor, club: Club) -> bool:
    """Whoever runs a club opens events for it."""
    return actor.has_scope(Scope.EVENTS) and _runs_club(actor, club)


def runs_series(actor: Actor, series: Series) -> bool:
    """Whoever runs its club. Its events may be other people's all the same."""
    return opens_events(actor, series.club)


def runs_event(actor: Actor, event: Event) -> bool:
    """Organisers, and the admins of the club."""
    return _holds(actor, event, Official.Role.ORGANISER)


def referees_event(actor: Actor, event: Event) -> bool:
    """Whoever may rule on results: arbiters, and all who run the event."""
    return _holds(actor, event, Official.Role.ORGANISER, Official.Role.ARBITER)


def sees_season(actor: Actor, season: Season) -> bool:
    """A draft is for those who run it."""
    return season.status != Season.Status.DRAFT or _runs_club(actor, season.club)


def runs_season(actor: Actor, season: Season) -> bool:
    """Whoever runs the club."""
    return opens_events(actor, season.club)


def referees_season(actor: Actor, season: Season) -> bool:
    """Whoever rules on results in one of its divisions; each ruling asks for its own event."""
    if actor.user is None or not actor.has_scope(Scope.EVENTS):
        return False
    officials = Official.objects.filter(event__division__season=season, user=actor.user)
    return _runs_club(actor, season.club) or officials.exists()


def is_at_door(actor: Actor, event: Event) -> bool:
    """Whoever has read the code at the door of the event."""
    return event.pk in actor.doors and sees_event(actor, event)


def enters_oneself(actor: Actor, event: Event) -> bool:
    """Over the API only people with an account sign up: a guest could not be found again."""
    return signed_in(actor) and actor.has_scope(Scope.PLAY) and sees_event(actor, event)


def holds_entry(actor: Actor, entry: Entry) -> bool:
    """The player or the partner; a guest from the browser that signed up."""
    if entry.pk in actor.entries:
        return True
    is_theirs = any(_is_player(actor, player) for player in entry.players)
    return is_theirs and actor.has_scope(Scope.PLAY)


def manages_entry(actor: Actor, entry: Entry) -> bool:
    """The desk of its event."""
    return referees_event(actor, entry.event)


def handles_entry(actor: Actor, entry: Entry) -> bool:
    """Whoever it is, or the desk."""
    return holds_entry(actor, entry) or manages_entry(actor, entry)


def reads_entry(actor: Actor, entry: Entry) -> bool:
    return sees_entry(actor, entry) or handles_entry(actor, entry)


def reads_round(actor: Actor, given: Round) -> bool:
    """A draft is for officials."""
    if given.status == Round.Status.DRAFT:
        return referees_round(actor, given)
    return sees_event(actor, given.stage.event)


def referees_round(actor: Actor, given: Round) -> bool:
    return referees_event(actor, given.stage.event)


def reads_match(actor: Actor, match: Match) -> bool:
    return reads_round(actor, match.round)


def referees_match(actor: Actor, match: Match) -> bool:
    return referees_event(actor, match.event)


def is_at_table(actor: Actor, match: Match) -> bool:
    """Whoever has read the code of the table, of the match or of the room, as it is now."""
    if not actor.codes or not sees_match(actor, match):
        return False
    if actor.codes & {match.code, match.event.room_code}:
        return True
    cards = TableCode.objects.filter(club=match.event.club_id, table=match.table)
    return cards.filter(code__in=actor.codes).exists()


def sees_seat(actor: Actor, seat: Seat) -> bool:
    return sees_match(actor, seat.match)


def seats_of(actor: Actor, match: Match) -> QuerySet[Seat]:
    """The seats that somebody speaks for: of the own account, or held by this phone.

    Whoever plays here by account speaks for no opponent, whatever the phone held before.
    """
    held = Q(hold__device=actor.device) if actor.device else Q(pk__in=[])
    if not _plays_by_account(actor):
        return match.seats.filter(held).order_by("letter")
    own = _seats_by_account(actor, match)
    beside = Q(entry__in=own.values("entry")) | ~Exists(own)
    return match.seats.filter(Q(pk__in=own.values("pk")) | (held & beside)).order_by("letter")


def plays_match(actor: Actor, match: Match) -> bool:
    """Hands in and confirms."""
    return sees_match(actor, match) and seats_of(actor, match).exists()


def takes_seat(actor: Actor, match: Match) -> bool:
    """May say who they are at this table: by a code, or because they sit there anyway."""
    return plays_match(actor, match) or seats_to_take(actor, match).exists()


def seats_to_take(actor: Actor, match: Match) -> QuerySet[Seat]:
    """The seats that somebody may call the own: any by a code.

    Without one, those of entries that were signed up from here, or whose phone this is.
    """
    is_unknown = not (actor.codes or actor.entries or actor.device)
    if is_unknown or not sees_match(actor, match):
        return match.seats.none()
    if _plays_by_account(actor) and (own := _seats_by_account(actor, match)).exists():
        return match.seats.filter(entry__in=own.values("entry"))
    if is_at_table(actor, match):
        return match.seats.all()
    own_entries = Q(entry__in=actor.entries) | Q(entry__in=entries_known_to(actor))
    return match.seats.filter(own_entries)


def entries_known_to(actor: Actor) -> QuerySet[Entry]:
    """Those whose phone this is: it held a seat of theirs, and nobody has ended that since."""
    if not actor.device:
        return Entry.objects.none()
    held = SeatHold.objects.filter(device=actor.device, carries_over=True)
    return Entry.objects.filter(pk__in=held.values("seat__entry"))


def may_sit(actor: Actor, seat: Seat) -> bool:
    return seats_to_take(actor, seat.match).filter(pk=seat.pk).exists()


def keeps_seat(actor: Actor, seat: Seat) -> bool:
    """Hands the seat over and lets it go: whoever speaks for it, and officials."""
    speaks = seats_of(actor, seat.match).filter(pk=seat.pk)
    return (speaks.exists() and sees_seat(actor, seat)) or referees_match(actor, seat.match)


def acts_at_match(actor: Actor, match: Match) -> bool:
    """Players of the match, and officials."""
    return plays_match(actor, match) or referees_match(actor, match)


def arranges_match(actor: Actor, match: Match) -> bool:
    """Says over the API when a match is played."""
    return signed_in(actor) and acts_at_match(actor, match)


def speaks_at_match(actor: Actor, match: Match) -> bool:
    """Over the API only people with an account play: a phone holds its seat in a browser."""
    return signed_in(actor) and plays_match(actor, match)


def reads_submission(actor: Actor, submission: Submission) -> bool:
    return reads_match(actor, submission.match)


def answers_submission(actor: Actor, submission: Submission) -> bool:
    """Confirms it, or hands in what the rules make of it."""
    return speaks_at_match(actor, submission.match)


def opens_sheet(actor: Actor, match: Match) -> bool:
    """Whoever plays or may say that they do, and officials."""
    return takes_seat(actor, match) or referees_match(actor, match)


def writes_sheet(actor: Actor, sheet: Sheet) -> bool:
    """Whoever plays the match, and officials; for practice, whoever has read the sheet's code."""
    if sheet.match is None:
        return sheet.code in actor.codes
    return acts_at_match(actor, sheet.match)


def keeps_sheet(actor: Actor, sheet: Sheet) -> bool:
    """Over the API only people with an account write for a match; for practice, its code does."""
    return writes_sheet(actor, sheet) and (sheet.match is None or signed_in(actor))


def may_keep_sheet(actor: Actor, sheet: Sheet) -> bool:
    """As `keeps_sheet`, as long as nobody was asked for the code of a practice sheet."""
    return sheet.match is None or keeps_sheet(actor, sheet)


def keeps_sheets_of(actor: Actor, match: Match) -> bool:
    """Over the API: lists and opens the score sheets of a match."""
    return signed_in(actor) and acts_at_match(actor, match)


def sees_sheet(actor: Actor, sheet: Sheet) -> bool:
    """A practice sheet is for whoever has its address. Of a match, while it is played, the table's.

    Spectators follow the board on the match's page, as its event allows.
    """
    if sheet.match is None or writes_sheet(actor, sheet):
        return True
    return sheet.submission_id is not None and sees_match(actor, sheet.match)


def sees_full_name(actor: Actor, player: Player) -> bool:
    """Admins of the club that looks after the player, and the player."""
    return not player.erased_at and (_is_player(actor, player) or _looks_after(actor, player))


def keeps_player(actor: Actor, player: Player) -> bool:
    """May change the player: admins of the club that looks after them."""
    return actor.has_scope(Scope.CLUBS) and not player.erased_at and _looks_after(actor, player)


def unlinks_player(actor: Actor, player: Player) -> bool:
    """Both the person and the club may part a player from an account."""
    return keeps_player(actor, player) or (in_browser(actor) and _is_player(actor, player))


def owns_token(actor: Actor, token: ApiToken) -> bool:
    return in_browser(actor) and token.user == actor.user


def visible_events(actor: Actor) -> QuerySet[Event]:
    """Drafts are for those who run them; everything else is public."""
    public = ~Q(status=Event.Status.DRAFT)
    if actor.user is None:
        return Event.objects.filter(public)
    if _is_superuser(actor):
        return Event.objects.all()
    own = Q(pk__in=Official.objects.filter(user=actor.user).values("event"))
    own_club = Q(club__in=actor.user.clubs_run.values("pk"))
    return Event.objects.filter(public | own | own_club)


def visible_seasons(actor: Actor) -> QuerySet[Season]:
    """Drafts are for those who run them; everything else is public."""
    public = ~Q(status=Season.Status.DRAFT)
    if actor.user is None:
        return Season.objects.filter(public)
    if _is_superuser(actor):
        return Season.objects.all()
    return Season.objects.filter(public | Q(club__in=actor.user.clubs_run.values("pk")))


def _is_superuser(actor: Actor) -> bool:
    return actor.user is not None and actor.user.is_superuser


def _runs_club(actor: Actor, club: Club) -> bool:
    if actor.user is None:
        return False
    return _is_superuser(actor) or club.clubadmin_set.filter(user=actor.user).exists()


def _looks_after(actor: Actor, player: Player) -> bool:
    club = player.looked_after_by
    return _is_superuser(actor) if club is None else _runs_club(actor, club)


def _is_player(actor: Actor, player: Player) -> bool:
    return actor.user is not None and player.user_id == actor.user.pk


def _plays_by_account(actor: Actor) -> bool:
    return actor.user is not None and actor.has_scope(Scope.PLAY)


def _seats_by_account(actor: Actor, match: Match) -> QuerySet[Seat]:
    return match.seats.filter(player__user=actor.user)


def _holds(actor: Actor, event: Event, *roles: Official.Role) -> bool:
    if actor.user is None or not actor.has_scope(Scope.EVENTS):
        return False
    return (
        _runs_club(actor, event.club)
        or event.official_set.filter(user=actor.user, role__in=roles).exists()
    )

"""At a table: who has read its code, who speaks for which seat, who plays, who keeps the sheet."""

from django.db.models import Exists, Q, QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from league.models import (
    Entry,
    Match,
    Round,
    Scope,
    Seat,
    SeatHold,
    Sheet,
    Submission,
    TableCode,
)
from league.permissions.actors import Actor, signed_in
from league.permissions.events import (
    handles_entry,
    holds_desk,
    referees,
    sees_match,
    signed_up_by,
)


def is_at_table(actor: Actor, match: Match) -> bool:
    """Anyone who has read the code of the table, of the match or of the room, as it is now."""
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

    Anyone who plays here by account speaks for no opponent, whatever the phone held before.
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
    signed_up = Entry.objects.filter(signed_up_by(actor)).values("pk")
    return match.seats.filter(Q(entry__in=signed_up) | Q(entry__in=entries_known_to(actor)))


def says_ready(actor: Actor, entry: Entry) -> bool:
    """Who may say that somebody wants to play: they themselves, the desk, a phone in the room.

    In the room everybody sees whether the right name was tapped, and it is taken back by a tap.
    """
    if handles_entry(actor, entry) or entry.event.room_code in actor.codes:
        return True
    return entries_known_to(actor).filter(pk=entry.pk).exists()


def entries_known_to(actor: Actor) -> QuerySet[Entry]:
    """Those whose phone this is: it held a seat of theirs, and nobody has ended that since."""
    if not actor.device:
        return Entry.objects.none()
    held = SeatHold.objects.filter(device=actor.device, carries_over=True)
    return Entry.objects.filter(pk__in=held.values("seat__entry"))


def key_of(device: str) -> str:
    """What a phone keeps beside its cookie: by it alone nobody learns the device."""
    return salted_hmac("league.phone", device, algorithm="sha256").hexdigest()


def device_with(key: str, *, match: str, actor: Actor) -> str:
    """The phone that kept this key and still holds a seat at the match; empty: it has to ask.

    A phone that holds a seat as another one, here or elsewhere, stays that one.
    """
    if actor.device and SeatHold.objects.filter(device=actor.device).exists():
        return ""
    held = SeatHold.objects.filter(
        seat__match=match,
        seat__round__status=Round.Status.PUBLISHED,
        seat__match__event__wiped_at=None,
    )
    devices = held.values_list("device", flat=True)
    return next((each for each in devices if constant_time_compare(key_of(each), key)), "")


def may_sit(actor: Actor, seat: Seat) -> bool:
    return seats_to_take(actor, seat.match).filter(pk=seat.pk).exists()


def keeps_seat(actor: Actor, seat: Seat) -> bool:
    """Hands the seat over and lets it go: anyone who speaks for it, and officials."""
    speaks = seats_of(actor, seat.match).filter(pk=seat.pk)
    return (speaks.exists() and sees_seat(actor, seat)) or referees(actor, seat.match)


def acts_at_match(actor: Actor, match: Match) -> bool:
    """Players of the match, and officials."""
    return plays_match(actor, match) or referees(actor, match)


def arranges_match(actor: Actor, match: Match) -> bool:
    """Says over the API when a match is played."""
    return signed_in(actor) and acts_at_match(actor, match)


def speaks_at_match(actor: Actor, match: Match) -> bool:
    """Over the API only people with an account play: a phone holds its seat in a browser."""
    return signed_in(actor) and plays_match(actor, match)


def hands_in(actor: Actor, match: Match) -> bool:
    """Over the API: players with an account, and the desk for a table that has none."""
    at_desk = holds_desk(actor, match) and sees_match(actor, match)
    return at_desk or speaks_at_match(actor, match)


def answers_submission(actor: Actor, submission: Submission) -> bool:
    """Confirms it, or hands in what the rules make of it."""
    return speaks_at_match(actor, submission.match)


def _plays_by_account(actor: Actor) -> bool:
    return actor.user is not None and actor.has_scope(Scope.PLAY)


def _seats_by_account(actor: Actor, match: Match) -> QuerySet[Seat]:
    return match.seats.filter(player__user=actor.user)


def opens_sheet(actor: Actor, match: Match) -> bool:
    """Anyone who plays or may say that they do, and officials."""
    return takes_seat(actor, match) or referees(actor, match)


def writes_sheet(actor: Actor, sheet: Sheet) -> bool:
    """Players of the match, and officials; for practice, anyone who has read the sheet's code."""
    if sheet.match is None:
        return sheet.code in actor.codes
    return acts_at_match(actor, sheet.match)


def keeps_sheet(actor: Actor, sheet: Sheet) -> bool:
    """Over the API only people with an account write for a match; for practice, its code does."""
    return writes_sheet(actor, sheet) and (sheet.match is None or signed_in(actor))


def may_keep_sheet(actor: Actor, sheet: Sheet) -> bool:
    """As `keeps_sheet`, as long as nobody was asked for the code of a practice sheet."""
    return sheet.match is None or keeps_sheet(actor, sheet)


def begins_game_of(actor: Actor, entry: Entry) -> bool:
    """The players themselves, by account or by their phone, and the desk."""
    return handles_entry(actor, entry) or entries_known_to(actor).filter(pk=entry.pk).exists()


def keeps_sheets_of(actor: Actor, match: Match) -> bool:
    """Over the API: lists and opens the score sheets of a match."""
    return signed_in(actor) and acts_at_match(actor, match)


def sees_sheet(actor: Actor, sheet: Sheet) -> bool:
    """Practice is for all who have its address; a match, while it is played, for its table.

    Spectators follow the board on the match's page, as its event allows.
    """
    if sheet.match is None or writes_sheet(actor, sheet):
        return True
    return sheet.submission_id is not None and sees_match(actor, sheet.match)

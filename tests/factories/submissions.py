"""Results as players hand them in and confirm them, through the services."""

from games.values import SEATS
from league.models import Confirmation, Match, Ruling, SeatHold, Submission
from league.models.public_id import new_public_id
from league.permissions import SERVICE, Actor
from league.results.queries import seating_of
from league.results.services.claims import HandIn
from league.results.services.confirmations import confirm_submission
from league.results.services.objections import dissent
from league.results.services.rulings import Decision, rule
from league.results.services.submissions import submit
from league.results.services.verification import verify_submission
from league.results.sides import Mark
from tests.factories.events import entries_at
from tests.factories.tables import seat_at


def points_of(match: Match, *points: int) -> dict[str, dict[str, int]]:
    """Figures of a game that has nothing but points, in the order of the seats."""
    entries = entries_at(match)[: len(points)]
    return {entry: {"points": each} for entry, each in zip(entries, points, strict=True)}


def handed_in(match: Match, *scores: int | None, **said: object) -> HandIn:
    """What somebody says: scores in the order of the seats, figures where the game has rules.

    None: did not come; the others move up.
    """
    by_entry = dict(zip(entries_at(match), scores, strict=False))
    absent = frozenset(entry for entry, score in by_entry.items() if score is None)
    came = {entry: score for entry, score in by_entry.items() if score is not None}
    sat = [entry for entry in seating_of(match).values() if entry not in absent]
    given: dict[str, object] = {"seating": dict(zip(SEATS, sat, strict=False)), "absent": absent}
    if match.round.game_here.rules is None:
        given["marks"] = {entry: Mark(score) for entry, score in came.items()}
    else:
        given["figures"] = {entry: {"points": score} for entry, score in came.items()}
    return HandIn(**{**given, **said})  # type: ignore[arg-type]


def hand_in(
    match: Match, *scores: int | None, by: str = "A", key: str = "", **said: object
) -> Submission:
    return submit(
        match,
        handed_in(match, *scores, **said),
        actor=SERVICE,
        seat=seat_at(match, by),
        client_key=key or new_public_id(),
    )


def hand_in_record(
    match: Match, record: str, *, by: str = "A", is_verified: bool = True, **said: object
) -> Submission:
    """Verified at once, as its job would."""
    submission = hand_in(match, by=by, record=record, **said)
    if is_verified:
        verify_submission(submission.pk)
    return submission


def confirm(
    submission: Submission, letter: str = "B", *, how: Confirmation.How = Confirmation.How.PHONE
) -> None:
    confirm_submission(
        submission,
        actor=_passing(submission) if how == Confirmation.How.TABLE else SERVICE,
        seat=seat_at(submission.match, letter),
        digest=submission.digest,
        how=how,
    )


def object_to(submission: Submission, letter: str = "B") -> None:
    """One tap: no, that is wrong."""
    seat = seat_at(submission.match, letter)
    dissent(submission, actor=SERVICE, seat=seat, digest=submission.digest)


def _passing(submission: Submission) -> Actor:
    """The phone that handed in is passed round."""
    hold, _made = SeatHold.objects.get_or_create(
        seat=submission.seat, defaults={"device": new_public_id()}
    )
    return Actor(device=hold.device)


def play_again(match: Match) -> None:
    """An official has the game played again."""
    rule(match, Decision(Ruling.Kind.REPLAY), actor=SERVICE, reason="They agreed to.")

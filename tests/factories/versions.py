"""Tables at which something is handed in, through the services."""

from collections.abc import Mapping

from games.registry import rules_of
from league.models import Confirmation, Match, Seat, Submission
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from league.results.marks import Mark
from league.results.queries import seating_of
from league.results.services.confirming import confirm_submission
from league.results.services.handing_in import HandIn, submit
from league.results.services.verifying import verify_submission
from tests.factories.events import published_round, running_event


def table_of(players: int, *, game: str = "triolet", **fields: object) -> Match:
    """The one table of a published round."""
    stage = running_event(players, game=game, **fields)
    published = published_round(stage)
    return Match.objects.select_related("event", "round__stage__event").get(round=published)


def game_of(players: int, *, game: str = "triolet", seed: int = 1) -> str:
    """The record of a random lawful game."""
    rules = rules_of(game)
    assert rules is not None
    return rules.random_game(seed, players=players, variant=None)


def seat_at(match: Match, letter: str) -> Seat:
    return match.seats.get(letter=letter)


def hand_in(
    match: Match,
    letter: str,
    record: str = "",
    *,
    seating: Mapping[str, str] | None = None,
    is_verified: bool = True,
    **given: object,
) -> Submission:
    """By the seat of this letter; the rules have then looked at it, unless told otherwise."""
    said = HandIn(seating=seating or seating_of(match), record=record, **given)  # type: ignore[arg-type]
    submission = submit(
        match, said, actor=SERVICE, seat=seat_at(match, letter), client_key=new_public_id()
    )
    if record and is_verified:
        verify_submission(submission.pk)
    return submission


def points_of(match: Match, *points: int) -> dict[str, dict[str, int]]:
    """Figures of Triolet, in the order of the seats."""
    entries = seating_of(match).values()
    return {entry: {"points": each} for entry, each in zip(entries, points, strict=True)}


def marks_of(match: Match, *scores: int) -> dict[str, Mark]:
    return dict(zip(seating_of(match).values(), map(Mark, scores), strict=True))


def confirm(submission: Submission, letter: str, *, at_table: bool = False) -> None:
    how = Confirmation.How.TABLE if at_table else Confirmation.How.PHONE
    confirm_submission(
        submission,
        actor=SERVICE,
        seat=seat_at(submission.match, letter),
        digest=submission.digest,
        how=how,
    )

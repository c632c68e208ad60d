"""Tables of matches to hand results in for, and records that fit them."""

from collections.abc import Mapping
from functools import cache

from games.registry import rules_of
from games.verify import verify
from league.models import Confirmation, Match, Result, Seat, SeatHold, Submission
from league.models.public_id import new_public_id
from league.permissions import SERVICE, Actor
from league.results.marks import Mark
from league.results.queries import seating_of
from league.results.services.confirming import confirm_submission
from league.results.services.handing_in import HandIn, submit
from league.results.services.verifying import verify_submission
from tests.factories.events import entries_at, published_round, running_event


def table(seats: int = 4, *, stage: Mapping[str, object] = {}, **event: object) -> Match:
    """A match of a published round, alone in its event."""
    return published_round(running_event(seats, stage=stage, **event)).matches.get()


def other_table(seats: int = 2, **event: object) -> Match:
    """Of a game without rules: scores are all there is."""
    return table(seats, **{"game": "other", "other_name": "Dáma", **event})


@cache
def record_of(seed: int = 1, *, game: str = "triolet", players: int = 4) -> str:
    rules = rules_of(game)
    assert rules is not None
    return rules.random_game(seed, players=players, variant=None)


def scores_of(record: str) -> list[int]:
    """In the order of the seats."""
    sides = sorted(verify(record.encode()).sides, key=lambda side: side.standing.seats)
    return [side.standing.score for side in sides]


def scores_counting(match: Match) -> list[int]:
    """In the order of the seats as they sat."""
    result = counting(match)
    assert result is not None
    return [side["score"] for side in sorted(result.sides, key=lambda side: str(side["seats"]))]


def seat_at(match: Match, letter: str) -> Seat:
    return match.seats.get(letter=letter)


def handed_in(match: Match, *scores: int, **fields: object) -> HandIn:
    """Scores in the order of the seats; figures where the game has points."""
    seating = seating_of(match)
    entries = entries_at(match)[: len(scores)]
    if match.round.game_here.rules is None:
        said: dict[str, object] = {
            "marks": {entry: Mark(score) for entry, score in zip(entries, scores, strict=True)}
        }
    else:
        said = {
            "figures": {
                entry: {"points": score} for entry, score in zip(entries, scores, strict=True)
            }
        }
    return HandIn(**{"seating": seating, **said, **fields})  # type: ignore[arg-type]


def hand_in(
    match: Match, *scores: int, by: str = "A", key: str = "", **fields: object
) -> Submission:
    return submit(
        match,
        handed_in(match, *scores, **fields),
        actor=SERVICE,
        seat=seat_at(match, by),
        client_key=key or new_public_id(),
    )


def hand_in_record(match: Match, record: str, *, by: str = "A", **fields: object) -> Submission:
    """Verified at once, as its job would."""
    submission = hand_in_record_unverified(match, record, by=by, **fields)
    verify_submission(submission.pk)
    return submission


def hand_in_record_unverified(
    match: Match, record: str, *, by: str = "A", **fields: object
) -> Submission:
    given = HandIn(**{"seating": seating_of(match), "record": record, **fields})  # type: ignore[arg-type]
    return submit(match, given, actor=SERVICE, seat=seat_at(match, by), client_key=new_public_id())


def confirm(
    submission: Submission, letter: str, *, how: Confirmation.How = Confirmation.How.PHONE
) -> None:
    confirm_submission(
        submission,
        actor=_passing(submission) if how == Confirmation.How.TABLE else SERVICE,
        seat=seat_at(submission.match, letter),
        digest=submission.digest,
        how=how,
    )


def _passing(submission: Submission) -> Actor:
    """The phone that handed in is passed round."""
    hold, _made = SeatHold.objects.get_or_create(
        seat=submission.seat, defaults={"device": new_public_id()}
    )
    return Actor(device=hold.device)


def state(match: Match) -> tuple[str, str, bool]:
    match.refresh_from_db()
    return match.state, match.grade, match.is_open


def counting(match: Match, *, game: int = 1) -> Result | None:
    slot = match.games.select_related("result").filter(number=game).first()
    return slot.result if slot else None

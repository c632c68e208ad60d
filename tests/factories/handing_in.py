"""Results as players hand them in, through the services."""

from collections.abc import Mapping

from games.registry import rules_of
from league.models import Confirmation, Event, Match, Seat, Stage, Submission
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from league.results.marks import Mark
from league.results.services.confirming import confirm_submission
from league.results.services.handing_in import HandIn, submit
from league.results.services.verifying import verify_submission
from tests.factories.events import entries_at, running_event

OTHER_GAME = {"game": "other", "other_name": "Dáma"}


def event_of_scores(
    entries: int = 4, *, stage: Mapping[str, object] = {}, **fields: object
) -> Stage:
    """A game that Arbitr does not know: scores are handed in."""
    return running_event(entries, stage=stage, **OTHER_GAME, **fields)


def seat_of(match: Match, letter: str = "A") -> Seat:
    return match.seats.select_related("match").get(letter=letter)


def hand_in(match: Match, *scores: int | None, by: str = "A", game: int = 1) -> Submission:
    """Scores in the order of the seats, said by one of them; None: did not come."""
    marks = dict(zip(entries_at(match), scores, strict=True))
    absent = frozenset(entry for entry, score in marks.items() if score is None)
    came = [entry for entry in marks if entry not in absent]
    given = HandIn(
        seating=dict(zip("ABCD", came, strict=False)),
        absent=absent,
        marks={entry: Mark(marks[entry]) for entry in came},
        game=game,
    )
    return _submitted(match, given, by=by)


def hand_in_record(match: Match, record: str, *, by: str = "A", verify: bool = True) -> Submission:
    seating = dict(zip("ABCD", entries_at(match), strict=False))
    made = _submitted(match, HandIn(seating=seating, record=record), by=by)
    if verify:
        verify_submission(made.pk)
    return made


def confirm(submission: Submission, *, by: str = "B", how: str = Confirmation.How.PHONE) -> None:
    seat = seat_of(submission.match, by)
    confirm_submission(
        submission,
        actor=SERVICE,
        seat=seat,
        digest=submission.digest,
        how=Confirmation.How(how),
    )


def lawful_record(match: Match, *, seed: int = 1) -> str:
    event: Event = match.event
    rules = rules_of(event.game)
    assert rules is not None
    return rules.random_game(seed, players=match.seats.count(), variant=event.variant)


def broken_record(match: Match, *, seed: int = 1) -> str:
    """Lawful up to its second turn, which comes twice."""
    lines = lawful_record(match, seed=seed).split("\n")
    first = next(at for at, line in enumerate(lines) if line.startswith("A "))
    return "\n".join([*lines[: first + 1], *lines[first:]])


def _submitted(match: Match, given: HandIn, *, by: str) -> Submission:
    return submit(match, given, actor=SERVICE, seat=seat_of(match, by), client_key=new_public_id())

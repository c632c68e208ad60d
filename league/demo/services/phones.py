"""Players of a made-up event with their phones: they hand in records, confirm, err and disagree."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import cycle

from django.utils import timezone

from games.anonymous import with_tag
from games.registry import rules_of
from league.demo.chance import Luck
from league.models import Match, Round, Seat, Submission
from league.models.public_id import new_public_id
from league.permissions import SERVICE
from league.results.queries import expected_of, seating_of, seats_at
from league.results.services.confirmations import confirm_submission
from league.results.services.submissions import HandIn, submit
from league.results.services.verification import verify_submission

_PLAYED_FOR = timedelta(minutes=40)
_PIECES = 10_000  # seeds of games to choose from


class Phones:
    """At tables of one event. The same luck plays the same games."""

    def __init__(self, luck: Luck) -> None:
        self.luck = luck

    def agree(self, match: Match) -> None:
        """A record is handed in, verified, and confirmed from another phone."""
        first, second = speakers(match)
        handed_in = self._hand_in(match, first, self._record(match))
        self._confirm(handed_in, second)

    def wait(self, match: Match, *, for_seat: Seat | None = None) -> None:
        """A record is handed in and verified; an opponent is asked."""
        first, _second = speakers(match, asked=for_seat)
        self._hand_in(match, first, self._record(match))

    def err(self, match: Match) -> None:
        """A record with an action too many: written down twice."""
        first, _second = speakers(match)
        lines = self._record(match).splitlines()
        middle = len(lines) * 2 // 3
        self._hand_in(
            match, first, "\n".join([*lines[:middle], lines[middle - 1], *lines[middle:]])
        )

    def disagree(self, match: Match) -> None:
        """One says that it was played to its end, the other that time was called before."""
        first, second = speakers(match)
        record = self._record(match)
        lines = record.splitlines()
        shorter = "\n".join(lines[: len(lines) * 3 // 4])
        self._hand_in(match, first, record)
        self._hand_in(match, second, with_tag(shorter, "Termination", "time"))

    def scenes(self, matches: Sequence[Match]) -> None:
        """One thing after another, so that a demo shows them all."""
        deeds = cycle((self.err, self.disagree, self.agree, self.wait))
        for match, deed in zip(matches, deeds, strict=False):
            deed(match)

    def play(self, matches: Iterator[Match] | Sequence[Match]) -> None:
        for match in matches:
            self.agree(match)

    def _record(self, match: Match) -> str:
        expected = expected_of(match)
        rules = rules_of(expected.game)
        assert rules is not None
        return rules.random_play.game(
            self.luck.randrange(_PIECES),
            players=len(seats_at(match)),
            variant=expected.variant,
        )

    def _hand_in(self, match: Match, seat: Seat, record: str) -> Submission:
        played_a_while(match)
        given = HandIn(seating=seating_of(match), record=record)
        submission = submit(match, given, actor=SERVICE, seat=seat, client_key=new_public_id())
        verify_submission(submission.pk)
        return submission

    def _confirm(self, submission: Submission, seat: Seat) -> None:
        confirm_submission(submission, actor=SERVICE, seat=seat, digest=submission.digest)


def played_a_while(match: Match) -> None:
    """As if after a real game: nobody hands in as fast as a simulation plays."""
    began = timezone.now() - _PLAYED_FOR
    Round.objects.filter(pk=match.round_id, published_at__gt=began).update(published_at=began)


def speakers(match: Match, *, asked: Seat | None = None) -> tuple[Seat, Seat]:
    """Who hands in and who is asked: of different entries."""
    seats = seats_at(match)
    second = asked or seats[-1]
    first = next(seat for seat in seats if seat.entry_id != second.entry_id)
    return first, second

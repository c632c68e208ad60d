"""A table whose players have accounts, and programs that act for them and for the arbiter."""

from dataclasses import dataclass
from typing import Any

from league.models import Match, Official, Submission, User
from league.results.services.verification import verify_submission
from tests.factories import make_user
from tests.factories.events import entries_at, published_round, running_event
from tests.league.api.asking import Program


@dataclass(frozen=True)
class Table:
    match: Match
    players: dict[str, Program]  # by the letter of the seat
    desk: Program
    users: dict[str, User]

    @classmethod
    def of_two(cls, **fields: object) -> "Table":
        """Two players of Triolet, unless `fields` say otherwise."""
        return cls.of(2, stage={"kind": "swiss"}, **fields)

    @classmethod
    def of(cls, seats: int, **fields: Any) -> "Table":
        stage = running_event(seats, **fields)
        arbiter = make_user()
        Official.objects.create(event=stage.event, user=arbiter, role=Official.Role.ARBITER)
        match = published_round(stage).matches.get()
        users = {}
        for seat in match.seats.select_related("player"):
            users[seat.letter] = seat.player.user = make_user()
            seat.player.save()
        programs = {letter: Program.of(user, "read", "play") for letter, user in users.items()}
        return cls(match, programs, Program.of(arbiter, "read", "events"), users)

    @property
    def path(self) -> str:
        return f"matches/{self.match.pk}"

    @property
    def entries(self) -> list[str]:
        return list(entries_at(self.match))

    @property
    def seating(self) -> dict[str, str]:
        return dict(zip("ABCD", self.entries, strict=False))

    def version(self) -> int:
        return Match.objects.get(pk=self.match.pk).version

    def hand_in(self, letter: str = "A", key: str = "one", **said: object) -> Any:
        """Figures 350 and 320, unless something else is said."""
        usual = {} if said else {"figures": self.figures(350, 320)}
        body = {"client_key": key, "seating": self.seating, **usual, **said}
        return self.players[letter].post(f"{self.path}/submissions", **body)

    def figures(self, *points: int) -> dict[str, dict[str, int]]:
        return {entry: {"points": each} for entry, each in zip(self.entries, points, strict=True)}

    def rule(self, **decision: object) -> Any:
        body = {"version": self.version(), "reason": "They agreed.", **decision}
        return self.desk.post(f"{self.path}/rulings", **body)


def verify_all() -> None:
    """What the worker would do."""
    for submission in Submission.objects.exclude(record="").filter(verifications=None):
        verify_submission(submission.pk)

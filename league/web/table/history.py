"""A version of a match, a result and a ruling as readers see them: under public names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.contract import Setup
from league.events.queries.sides import SideSaid, sides_said
from league.models import Match, Result, Ruling, Submission
from league.models.game_played import GamePlayed
from league.results.queries import Version, expected_of, seating_of
from league.results.seating import letters_by_entry
from league.results.sides import sides_claimed, sides_replayed
from league.results.states import Outcome
from league.results.verdicts import Expected
from league.sheets.queries import SheetSaid, sheet_said

Names = Mapping[str, str]


@dataclass(frozen=True)
class Who:
    """Somebody at the table, by the public name and the seats of the pairing."""

    name: str
    letters: str = ""


@dataclass(frozen=True)
class ConfirmationShown:
    who: Who
    how: str
    at: datetime


@dataclass(frozen=True)
class VersionShown:
    version: Version
    number: int  # 1, 2, … within the match
    by: Who | None  # None: an official
    confirmations: tuple[ConfirmationShown, ...]
    seating: tuple[tuple[str, str], ...]  # letter and name, as they sat
    is_seated_otherwise: bool  # not as paired
    claimed: tuple[SideSaid, ...]
    replayed: tuple[SideSaid, ...]  # what the rules give, if the record comes to an end
    counts: bool
    sheet: SheetSaid | None = None  # that it came from

    @property
    def submission(self) -> Submission:
        return self.version.submission

    @property
    def outcome(self) -> Outcome:
        return self.version.outcome

    @property
    def reason(self) -> str:
        return self.version.verification.reason if self.version.verification else ""

    @property
    def sides(self) -> tuple[SideSaid, ...]:
        """What it comes to: by the rules where they verified it, else as claimed."""
        is_verified = self.outcome is Outcome.VERIFIED
        return self.replayed if is_verified or not self.claimed else self.claimed


@dataclass(frozen=True)
class ResultShown:
    """A result that counts or counted."""

    result: Result
    counts: bool
    sides: tuple[SideSaid, ...]


@dataclass(frozen=True)
class RulingShown:
    ruling: Ruling
    version: VersionShown | None  # the one it is about
    result: ResultShown | None
    reason: str
    private: str = ""  # for officials

    @property
    def is_by_the_event(self) -> bool:
        """By its rule for what nobody contested in time, not by a person."""
        return self.ruling.kind == Ruling.Kind.DEADLINE


class Showing:
    """A match, seen under the names of its entries."""

    def __init__(self, match: Match, names: Names, results: Sequence[Result]) -> None:
        self.match = match
        self.names = names
        self.results = results
        self.game: GamePlayed = match.round.game_here
        self.expected: Expected = expected_of(match)
        self.counting = {each.result_id for each in match.games.all() if each.result_id}
        self.versions_counting = {
            each.submission_id for each in results if each.pk in self.counting
        }
        self.letters = letters_by_entry(seating_of(match))

    def version(self, version: Version, *, number: int) -> VersionShown:
        submission = version.submission
        seating = dict(sorted(submission.seating.items()))
        seated = list(seating.values())
        paired = seating_of(self.match, game=submission.game).values()
        return VersionShown(
            version=version,
            number=number,
            by=self.who(submission.seat.entry_id) if submission.seat else None,
            confirmations=tuple(
                ConfirmationShown(self.who(each.seat.entry_id), each.how, each.at)
                for each in version.confirmations
            ),
            seating=tuple((letter, self.names[entry]) for letter, entry in seating.items()),
            is_seated_otherwise=seated != [entry for entry in paired if entry in seated],
            claimed=self.claimed(version),
            replayed=self.replayed(version),
            counts=submission.pk in self.versions_counting,
            sheet=sheet_said(submission),
        )

    def result(self, result: Result) -> ResultShown:
        return ResultShown(result, result.pk in self.counting, self.sides(result.sides))

    def who(self, entry: str) -> Who:
        return Who(self.names[entry], self.letters.get(entry, ""))

    def claimed(self, version: Version) -> tuple[SideSaid, ...]:
        """Nothing where a record alone was handed in."""
        seating = version.submission.seating
        if not version.claims or len(version.claims) == len(version.absent):
            return ()
        sides = sides_claimed(version.claims, scoring=self.game.scoring, seating=seating)
        labels = self.labels(players=len(seating))
        labels = labels if len(labels) > 1 else {}  # a single figure is the score itself
        figures = {
            entry: tuple(
                (labels[name], str(value))
                for name, value in claim.figures.items()
                if name in labels
            )
            for entry, claim in version.claims.items()
        }
        above = {e for e, claim in version.claims.items() if claim.mark.is_above_equals}
        return sides_said(
            sides, names=self.names, scoring=self.game.scoring, figures=figures, above=above
        )

    def replayed(self, version: Version) -> tuple[SideSaid, ...]:
        """What the rules give, where the seats of each side are one entry's."""
        verdict = version.verification.verdict if version.verification else {}
        seating = version.submission.seating
        seats = [side["seats"] for side in verdict.get("sides", ())]
        if not seats or {letter for held in seats for letter in held} != set(seating):
            return ()
        if any(len({seating[letter] for letter in held}) > 1 for held in seats):
            return ()
        return self.sides(sides_replayed(verdict["sides"], seating=seating, absent=version.absent))

    def sides(self, sides: Iterable[Mapping[str, Any]]) -> tuple[SideSaid, ...]:
        return sides_said(sides, names=self.names, scoring=self.game.scoring)

    def labels(self, *, players: int) -> dict[str, str]:
        """Of the game's own figures."""
        rules = self.game.rules
        if rules is None or players not in rules.variants[self.expected.variant]:
            return {}
        setup = Setup(players, variant=self.expected.variant, edition=self.expected.edition)
        return {field.name: _(field.label) for field in rules.figures.fields(setup)}

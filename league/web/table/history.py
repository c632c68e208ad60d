"""Everything handed in for a match, confirmed and ruled, in order, under public names."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import prefetch_related_objects

from league.events.queries.deciding import deciding_keys
from league.events.queries.tables import SideSaid, sides_said
from league.models import Match, Result, Ruling, Submission
from league.models.game_played import GamePlayed
from league.results.queries import Version, expected_of, seating_of, versions_of
from league.results.seating import letters_by_entry
from league.results.sides import sides_claimed, sides_replayed
from league.results.states import Outcome
from league.results.verdicts import Expected
from league.sheets.queries import SheetSaid, sheet_said
from league.web.figures import figures_said

Names = Mapping[str, str]
_SHOWN_AT_ONCE = 4


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
class DissentShown:
    who: Who
    at: datetime
    is_contest: bool  # it counted already


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
    dissents: tuple[DissentShown, ...] = ()

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
        self.counting = {game.result_id for game in match.games.all() if game.result_id}
        self.versions_counting = {
            result.submission_id for result in results if result.pk in self.counting
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
                ConfirmationShown(
                    self.who(confirmation.seat.entry_id), confirmation.how, confirmation.at
                )
                for confirmation in version.confirmations
            ),
            seating=tuple((letter, self.names[entry]) for letter, entry in seating.items()),
            is_seated_otherwise=seated != [entry for entry in paired if entry in seated],
            claimed=self.claimed(version),
            replayed=self.replayed(version),
            counts=submission.pk in self.versions_counting,
            sheet=sheet_said(submission),
            dissents=tuple(
                DissentShown(
                    self.who(said.seat.entry_id), said.at, is_contest=said.result_id is not None
                )
                for said in version.dissents
            ),
        )

    def result(self, result: Result) -> ResultShown:
        sides = self.sides(result.sides, submission=result.submission)
        return ResultShown(result, result.pk in self.counting, sides)

    def who(self, entry: str) -> Who:
        return Who(self.names[entry], self.letters.get(entry, ""))

    def claimed(self, version: Version) -> tuple[SideSaid, ...]:
        """Nothing where a record alone was handed in."""
        seating = version.submission.seating
        if not version.claims or len(version.claims) == len(version.absent):
            return ()
        sides = sides_claimed(version.claims, scoring=self.game.scoring, seating=seating)
        above = {e for e, claim in version.claims.items() if claim.mark.is_above_equals}
        return sides_said(
            sides,
            names=self.names,
            scoring=self.game.scoring,
            figures=figures_said(self.match, version.claims),
            above=above,
            keys=deciding_keys(self.match, sides, submission=version.submission),
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
        replayed = sides_replayed(verdict["sides"], seating=seating, absent=version.absent)
        return self.sides(replayed, submission=version.submission)

    def sides(
        self, sides: Sequence[Mapping[str, Any]], *, submission: Submission | None
    ) -> tuple[SideSaid, ...]:
        keys = deciding_keys(self.match, sides, submission=submission)
        return sides_said(sides, names=self.names, scoring=self.game.scoring, keys=keys)


@dataclass(frozen=True)
class History:
    """Everything that was done about the result of a match."""

    match: Match
    versions: tuple[VersionShown, ...]
    rulings: tuple[RulingShown, ...]
    results: tuple[ResultShown, ...]

    @cached_property
    def acts(self) -> list[VersionShown | RulingShown]:
        """In the order of acting."""
        return sorted([*self.versions, *self.rulings], key=_number)

    @property
    def standing(self) -> list[VersionShown]:
        """What is on the table: not what an official had played again."""
        return [shown for shown in self.versions if not shown.version.is_history]

    @property
    def newest(self) -> list[VersionShown]:
        """Of these the last few, and those that count."""
        last = self.standing[-_SHOWN_AT_ONCE:]
        return [shown for shown in self.standing if shown.counts or shown in last]

    @property
    def grounds(self) -> dict[str, ResultShown]:
        """By version: the result that it came to without a ruling."""
        return {
            shown.result.submission_id: shown
            for shown in self.results
            if shown.result.submission_id and not shown.result.ruling_id
        }

    @property
    def opposed(self) -> tuple[VersionShown, VersionShown] | None:
        """The two newest versions of one game that do not say the same."""
        for newest in reversed(self.standing or self.versions):
            mine = newest.submission
            others = (
                shown
                for shown in reversed(self.versions[: newest.number - 1])
                if shown.submission.game == mine.game and shown.submission.digest != mine.digest
            )
            if other := next(others, None):
                return other, newest
        return None

    def before(self, shown: VersionShown) -> VersionShown | None:
        """The version that this one corrects, else the one of the same game before it."""
        if basis := self.version(shown.submission.basis_id or ""):
            return basis
        game = shown.submission.game
        earlier = [v for v in self.versions if v.number < shown.number]
        return next((v for v in reversed(earlier) if v.submission.game == game), None)

    def version(self, submission_id: str) -> VersionShown | None:
        return next((v for v in self.versions if v.submission.pk == submission_id), None)


def history_of(match: Match, *, names: Names, with_private: bool = False) -> History:
    """By ten queries in any case. Private remarks are for officials alone."""
    prefetch_related_objects([match], "seats", "games")
    showing = Showing(
        match, names, list(match.results.select_related("submission").order_by("number"))
    )
    versions = tuple(
        showing.version(version, number=number)
        for number, version in enumerate(versions_of(match), start=1)
    )
    results = tuple(map(showing.result, showing.results))
    rulings = match.rulings.select_related("remark").order_by("number")
    return History(
        match=match,
        versions=versions,
        rulings=tuple(
            _ruling_shown(ruling, versions, results, with_private=with_private)
            for ruling in rulings
        ),
        results=results,
    )


def _ruling_shown(
    ruling: Ruling,
    versions: Iterable[VersionShown],
    results: Iterable[ResultShown],
    *,
    with_private: bool,
) -> RulingShown:
    remark = ruling.remark
    return RulingShown(
        ruling=ruling,
        version=next((v for v in versions if v.submission.pk == ruling.submission_id), None),
        result=next((shown for shown in results if shown.result.ruling_id == ruling.pk), None),
        reason=remark.reason if remark else "",
        private=remark.private if remark and with_private else "",
    )


def _number(act: VersionShown | RulingShown) -> int:
    return act.submission.number if isinstance(act, VersionShown) else act.ruling.number

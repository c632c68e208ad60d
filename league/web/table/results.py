"""What somebody at a table does next about its result: personal, so outside of live parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from league.events.queries.deciding import deciding_keys
from league.events.queries.entries import entry_names
from league.events.queries.tables import SideSaid, sides_said
from league.models import Event, Match, Result, Round, Seat, SeatHold, Verification
from league.permissions import Actor, seats_of
from league.results import queries
from league.results.deciding import KeySaid
from league.results.services.acceptance import sides_of
from league.results.sides import claims_of, sides_replayed
from league.results.states import Outcome, latest_by_side
from league.sheets.queries import SheetSaid, has_sheets, sheet_said
from league.web.figures import figures_said
from league.web.table.differences import differences, sides_in_question


@dataclass(frozen=True)
class VersionAtTable:
    """What some at the table stand by."""

    version: queries.Version
    sides: Sequence[SideSaid]  # empty: not known yet
    by: str  # who handed it in
    stands: Sequence[str]  # names of those who stand by it
    is_mine: bool  # I stand by it
    is_own: bool  # my side handed it in
    sheet: SheetSaid | None = None  # that it came from

    @property
    def digest(self) -> str:
        return self.version.submission.digest

    @property
    def pk(self) -> str:
        return self.version.submission.pk

    @property
    def outcome(self) -> str:
        return str(self.version.outcome)

    @property
    def can_take_rules(self) -> bool:
        """The record is whole: only what was claimed beside it is wrong."""
        verification = self.version.verification
        return (
            verification is not None
            and verification.outcome == Verification.Outcome.CONTRADICTED
            and verification.reason == "scores"
        )


@dataclass(frozen=True)
class GameNow:
    """One game of a match, for one person."""

    number: int
    kind: str  # open, waiting, asked, contradicted, disputed, accepted
    versions: Sequence[VersionAtTable] = ()
    waits_for: Sequence[str] = ()
    for_official: str = ""  # why one has to accept it, in words
    result: Result | None = None
    sides: Sequence[SideSaid] = ()
    differences: Sequence[str] = ()
    dissenting: Sequence[str] = ()  # names of those who say no, and stand by nothing
    i_said_no: bool = False
    contested_by: Sequence[str] = ()  # names, where a result counts
    has_open_sheet: bool = False

    @property
    def version(self) -> VersionAtTable:
        return self.versions[0]


@dataclass(frozen=True)
class MatchNow:
    match: Match
    seats: Sequence[Seat]  # that this person speaks for
    games: Sequence[GameNow]
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_sheets(self) -> bool:
        return has_sheets(self.match.round.game_here)

    @property
    def needs_record(self) -> bool:
        return queries.needs_record(self.match.event, self.match)

    @property
    def pressing(self) -> list[GameNow]:
        """What there is to do or to wait for; of an accepted match, the games that count."""
        waiting = [game for game in self.games if game.kind not in ("open", "accepted")]
        if self.match.state == Match.State.ACCEPTED:
            return [game for game in self.games if game.result]
        return waiting + [game for game in self.games if game.kind == "open"][:1]

    @property
    def may_contest(self) -> bool:
        """Until the round is closed."""
        return self.match.round.status == Round.Status.PUBLISHED

    @property
    def is_of_several(self) -> bool:
        return len(self.games) > 1

    @property
    def primary(self) -> int:
        """The game whose button is the one of the page."""
        order = ("asked", "disputed", "contradicted", "open", "waiting", "accepted")
        ranked = sorted(self.pressing, key=lambda game: (order.index(game.kind), game.number))
        return ranked[0].number if ranked else 0


def what_now(
    match: Match, actor: Actor, *, names: Mapping[str, str] | None = None
) -> MatchNow | None:
    """None for those who do not sit there."""
    seats = list(seats_of(actor, match).select_related("player"))
    if not seats:
        return None
    prefetch_related_objects([match], "seats")
    known = names if names is not None else entry_names(match.event)
    table = _TableNow(match, known, frozenset(seat.entry_id for seat in seats))
    games = [table.game(number) for number in range(1, match.round.stage.games_here + 1)]
    return MatchNow(match, seats, games, known)


@dataclass(frozen=True)
class ToPass:
    """A side that may speak on the phone passed round, or why it may not."""

    entry: str
    name: str
    seat: Seat | None  # None: another phone holds it
    has_agreed: bool


def sides_to_pass(now: MatchNow, shown: VersionAtTable, *, device: str) -> list[ToPass]:
    """All sides but the one whose phone it is, and the one that handed it in."""
    author = shown.version.submission.seat
    own = {seat.entry_id for seat in now.seats} | ({author.entry_id} if author else set())
    seats = queries.seats_at(now.match)
    held = set(
        SeatHold.objects.filter(seat__match=now.match)
        .exclude(device=device)
        .values_list("seat__entry", flat=True)
    )
    return [
        ToPass(
            entry=entry,
            name=now.names[entry],
            seat=None if entry in held else next(seat for seat in seats if seat.entry_id == entry),
            has_agreed=now.names[entry] in shown.stands,
        )
        for entry in queries.entries_at(now.match)
        if entry not in own and entry not in shown.version.absent
    ]


def _in_question(shown: Sequence[VersionAtTable]) -> list[VersionAtTable]:
    """Each with the sides about which they differ; where they differ in nothing else, with all."""
    disputed = sides_in_question([version.sides for version in shown])
    return [
        replace(version, sides=[s for s in version.sides if not disputed or s.entry in disputed])
        for version in shown
    ]


def _differences(shown: Sequence[VersionAtTable]) -> list[str]:
    if len(shown) < 2:
        return []
    submissions = [version.version.submission for version in shown]
    return differences([version.sides for version in shown], submissions)


def _one_voice() -> str:
    return _("This phone speaks for the others here too, and is one voice: an official confirms.")


@dataclass(frozen=True)
class _TableNow:
    match: Match
    names: Mapping[str, str]
    mine: frozenset[str]  # entries

    @cached_property
    def versions(self) -> list[queries.Version]:
        return [version for version in queries.versions_of(self.match) if not version.is_history]

    @cached_property
    def results(self) -> dict[int, Result]:
        games = self.match.games.select_related("result__submission").exclude(result=None)
        return {game.number: game.result for game in games if game.result}

    @cached_property
    def open_sheets(self) -> set[int]:
        """The games that are being written on one."""
        open_ones = self.match.sheets.filter(closed_at=None)
        return set(open_ones.values_list("game_number", flat=True))

    def game(self, number: int) -> GameNow:
        if result := self.results.get(number):
            return self._counted(number, result)
        versions = [version for version in self.versions if version.submission.game == number]
        latest = latest_by_side(queries.acts_of(versions))
        stances = {act.side: act.digest for act in latest}
        shown = self._shown(versions, stances)
        if not shown:
            return GameNow(number, "open", has_open_sheet=number in self.open_sheets)
        gone = {entry for at_table in shown for entry in at_table.version.absent}
        unsaid = [e for e in queries.entries_at(self.match) if e not in {*stances, *gone}]
        silent = [self.names[entry] for entry in unsaid if entry not in self.mine]
        dissenting = [side for side, digest in stances.items() if not digest]
        if len(shown) > 1 or dissenting:
            return GameNow(
                number,
                "disputed",
                _in_question(shown),
                silent,
                differences=_differences(shown),
                dissenting=[self.names[side] for side in dissenting],
                i_said_no=bool(self.mine & set(dissenting)),
            )
        [only] = shown
        is_alone = only.is_mine and bool(unsaid) and not silent
        why = self._for_official(only) or (_one_voice() if is_alone else "")
        return GameNow(number, self._kind(only), shown, silent, why)

    def _counted(self, number: int, result: Result) -> GameNow:
        contests = self.contests.get(result.pk, [])
        return GameNow(
            number,
            "accepted",
            result=result,
            sides=sides_said(
                result.sides,
                names=self.names,
                scoring=self.scoring,
                figures=figures_said(self.match, claims_of(result.submission.claims))
                if result.submission
                else {},
                keys=self._keys(result),
            ),
            i_said_no=bool(self.mine & set(contests)),
            contested_by=[self.names[entry] for entry in contests],
        )

    def _keys(self, result: Result) -> Mapping[str, tuple[KeySaid, ...]]:
        return deciding_keys(self.match, result.sides, submission=result.submission)

    @cached_property
    def contests(self) -> dict[str, list[str]]:
        """By result that counts: the entries that contest it, each once."""
        contests: dict[str, list[str]] = {}
        if self.match.is_contested:
            for said in queries.open_contests([self.match]):
                sides = contests.setdefault(said.result_id or "", [])
                sides += [side for side in [said.seat.entry_id] if side not in sides]
        return contests

    @property
    def scoring(self) -> str:
        return self.match.round.game_here.scoring

    def _kind(self, only: VersionAtTable) -> str:
        if only.version.outcome is Outcome.CONTRADICTED:
            return "contradicted"
        return "waiting" if only.is_mine else "asked"

    def _for_official(self, only: VersionAtTable) -> str:
        event = self.match.event
        if event.confirmation == Event.Confirmation.OFFICIALS:
            return _("In this event an official accepts every result.")
        if queries.needs_record(event, self.match) and only.version.outcome.has_no_record:
            return _("This table needs a record: without one an official has to accept it.")
        if (
            len(queries.entries_at(self.match)) - len(only.version.absent) < 2
            and only.version.absent
        ):
            return _(
                "Anyone who did not come confirms on their own phone, or an official does it for "
                "them."
            )
        return ""

    def _shown(
        self, versions: Sequence[queries.Version], stances: Mapping[str, str]
    ) -> list[VersionAtTable]:
        """One for each content that somebody stands by, the first who handed it in first."""
        stood_by = queries.contents_of(versions, digests=stances.values())
        return [self._one(version, stances) for version in stood_by]

    def _one(self, version: queries.Version, stances: Mapping[str, str]) -> VersionAtTable:
        author = version.submission.seat
        entry = author.entry_id if author else ""
        stands = [side for side, digest in stances.items() if digest == version.submission.digest]
        return VersionAtTable(
            version=version,
            sides=self._sides(version),
            by=self.names.get(entry, _("an official")),
            stands=[self.names[side] for side in stands],
            is_mine=bool(self.mine & set(stands)),
            is_own=entry in self.mine,
            sheet=sheet_said(version.submission),
        )

    def _sides(self, version: queries.Version) -> Sequence[SideSaid]:
        verification = version.verification
        if (
            version.outcome is Outcome.CONTRADICTED
            and verification
            and verification.reason == "scores"
        ):
            sides = sides_replayed(
                verification.verdict["sides"],
                seating=version.submission.seating,
                absent=version.absent,
            )
            return sides_said(sides, names=self.names, scoring=self.scoring)
        if version.outcome in (Outcome.CONTRADICTED, Outcome.PENDING):
            return []
        return sides_said(
            sides_of(self.match, version),
            names=self.names,
            scoring=self.scoring,
            figures=figures_said(self.match, version.claims),
        )

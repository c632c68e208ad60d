"""What about results waits for an official: versions as they read them, disputes, flags, seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Prefetch, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.events.queries.changed_fields import stages_with_changed_field
from league.events.queries.namesakes import official_names
from league.events.queries.records import objection_to
from league.events.queries.tables import Figures
from league.events.queries.wrong_winners import misplaced_tables
from league.models import (
    Call,
    Confirmation,
    Dissent,
    Event,
    Flag,
    Match,
    Result,
    Round,
    Seat,
    SeatHold,
    Stage,
    Submission,
)
from league.permissions import Actor
from league.results.queries import (
    OpenGame,
    Version,
    entries_at,
    needs_record,
    open_contests,
    open_games,
)
from league.results.seating import letters_by_entry, number_of
from league.results.services.acceptance import sides_of
from league.results.sides import write_mark
from league.results.states import GameState, Outcome
from league.web.desk.flags import PLACES_TOLD, FlagShown, flags_shown
from league.web.figures import figures_said

Names = Mapping[str, str]
_LISTED = 20
CONTESTED = "contested"  # a result counts, and somebody who sat there says that it is wrong


@dataclass(frozen=True)
class ResultSaid:
    """What a version gives to one entry; empty: it says nothing."""

    entry: str
    name: str
    seats: str
    mark: str
    rank: int | None
    figures: Figures = ()  # the game's own, as claimed


@dataclass(frozen=True)
class VersionInShort:
    """A version in one line."""

    version: Version
    number: int  # as people count them: 1, 2, …
    who: str
    sides: Sequence[ResultSaid]
    problem: str  # what the rules say against it
    confirmed: Sequence[str]  # by whom, and how
    dissented: Sequence[str] = ()  # who says that it is wrong

    @property
    def submission(self) -> Submission:
        return self.version.submission

    @property
    def outcome(self) -> str:
        return self.version.outcome.value

    @property
    def marks(self) -> str:
        return _in_one_line(self.sides)

    @property
    def can_be_accepted(self) -> bool:
        """As it is: neither history, nor against the rules, nor still looked at."""
        outcome = self.version.outcome
        is_sound = outcome is Outcome.VERIFIED or outcome.has_no_record
        return is_sound and not self.version.is_history and self.submission.seat_id is not None

    @property
    def said_in_short(self) -> str:
        return _("%(number)d. %(who)s: %(marks)s") % {
            "number": self.number,
            "who": self.who,
            "marks": self.marks,
        }


def version_in_short(
    version: Version, *, match: Match, names: Names, number: int
) -> VersionInShort:
    return VersionInShort(
        version=version,
        number=number,
        who=author_of(version.submission, names),
        sides=_with_figures(version, match, said_by(version, match=match, names=names)),
        problem=objection_to(version, game=match.round.game_here.name),
        confirmed=[_confirmed(confirmation, names) for confirmation in version.confirmations],
        dissented=list(dict.fromkeys(names[said.seat.entry_id] for said in version.dissents)),
    )


def author_of(submission: Submission, names: Names) -> str:
    if submission.seat is None:
        return _("an official")
    return names[submission.seat.entry_id]


def said_by(version: Version, *, match: Match, names: Names) -> list[ResultSaid]:
    """For everybody at the table, in the order of the seats as paired."""
    sides = {str(side["entry"]): side for side in sides_of(match, version)}
    return [_said(entry, sides.get(entry), version, names) for entry in entries_at(match)]


def _with_figures(version: Version, match: Match, said: Sequence[ResultSaid]) -> list[ResultSaid]:
    """What is compared where scores are equal."""
    figures = figures_said(match, version.claims)
    return [replace(side, figures=figures.get(side.entry, ())) for side in said]


def _in_one_line(sides: Sequence[ResultSaid]) -> str:
    """In the order of the seats as paired: “40 35 20 x”."""
    return " ".join(side.mark or "?" for side in sides)


@dataclass(frozen=True)
class HandedIn:
    """A game without a result, and what was handed in for it, in short."""

    match: Match
    game: int
    state: str
    waits_for: str  # rules, officials, record, opponents; empty: it is to be settled
    sides: Sequence[ResultSaid]  # of what nobody contests
    about: str  # what is contested or contradicted
    submission: str  # the version that one tap accepts; empty: there is more to decide

    @property
    def marks(self) -> str:
        return _in_one_line(self.sides)

    @property
    def is_trouble(self) -> bool:
        return self.state in (GameState.DISPUTED, GameState.CONTRADICTED, CONTESTED)


def handed_in_at(matches: Sequence[Match], *, names: Names) -> list[HandedIn]:
    """For matches with their seats, round and event at hand; queries do not grow with them."""
    asked = [match for match in matches if match.state in _OPEN_STATES]
    contested = {match.pk: match for match in matches if match.is_contested}
    waiting = [_handed_in(game, names) for game in open_games(asked)] if asked else []
    return waiting + (_contested(contested, names) if contested else [])


def _contested(matches: Mapping[str, Match], names: Names) -> list[HandedIn]:
    """Games whose result counts, and somebody at the table says that it is wrong."""
    by_game: dict[tuple[str, int], list[Dissent]] = {}
    for said in open_contests(matches.values()).select_related("result"):
        by_game.setdefault((said.seat.match_id, _contested_result(said).game), []).append(said)
    return [
        HandedIn(
            match=matches[match],
            game=game,
            state=CONTESTED,
            waits_for="",
            sides=(),
            about=_contested_by(contests, matches[match], names),
            submission="",
        )
        for (match, game), contests in by_game.items()
    ]


def _contested_by(contests: Sequence[Dissent], match: Match, names: Names) -> str:
    sides = {side["entry"]: side for side in _contested_result(contests[0]).sides}
    marks = ["x" if sides[e]["forfeited"] else str(sides[e]["score"]) for e in entries_at(match)]
    who = dict.fromkeys(names[said.seat.entry_id] for said in contests)
    return _("%(who)s: %(marks)s is wrong") % {"who": ", ".join(who), "marks": " ".join(marks)}


def _contested_result(said: Dissent) -> Result:
    assert said.result is not None
    return said.result


_OPEN_STATES = (Match.State.DISPUTED, Match.State.CONTRADICTED, Match.State.HANDED_IN)


def _handed_in(game: OpenGame, names: Names) -> HandedIn:
    version, state = game.agreed, game.standing.state
    is_pending = version is not None and version.outcome is Outcome.PENDING
    is_clear = state is GameState.HANDED_IN and version is not None and not is_pending
    return HandedIn(
        match=game.match,
        game=game.number,
        state=state.value,
        waits_for=_waits_for(game, version) if version and state is GameState.HANDED_IN else "",
        sides=said_by(version, match=game.match, names=names) if version else (),
        about=_about(game, names),
        submission=version.submission.pk if version and is_clear else "",
    )


def _waits_for(game: OpenGame, version: Version) -> str:
    event = game.match.event
    if version.outcome is Outcome.PENDING:
        return "rules"
    if event.confirmation == Event.Confirmation.OFFICIALS:
        return "officials"
    if version.outcome.has_no_record and needs_record(event, game.match):
        return "record"
    return "opponents"


def _about(game: OpenGame, names: Names) -> str:
    """“Jana N.: 40 35; Petr K.: 40 36”, or what the rules say."""
    if game.standing.state is GameState.DISPUTED:
        said = [
            f"{author_of(version.submission, names)}: "
            f"{_in_one_line(said_by(version, match=game.match, names=names))}"
            for version in game.versions
        ]
        said += [_("%(who)s: no") % {"who": names[entry]} for entry in game.dissenting]
        return "; ".join(said)
    if game.agreed is None:
        return ""
    return objection_to(game.agreed, game=game.match.round.game_here.name)


def _said(entry: str, side: Mapping[str, Any] | None, version: Version, names: Names) -> ResultSaid:
    seats = letters_by_entry(version.submission.seating).get(entry, "")
    claim = version.claims.get(entry)
    if side is None:
        mark = ""
    elif claim is not None and version.outcome is not Outcome.VERIFIED:
        mark = write_mark(claim.mark)
    else:
        mark = "x" if side["score"] is None else str(side["score"])
    return ResultSaid(entry, names.get(entry, ""), seats, mark, side["rank"] if side else None)


def _confirmed(confirmation: Confirmation, names: Names) -> str:
    name = names[confirmation.seat.entry_id]
    return f"{name} ({confirmation.get_how_display()})"


@dataclass(frozen=True)
class SeatAsked:
    """A phone asks for a seat that another one holds."""

    hold: SeatHold
    match: Match
    name: str

    @property
    def asker(self) -> str:
        """The number that the asking phone shows."""
        return number_of(self.hold.asked_by, seat=self.hold.seat_id)


@dataclass(frozen=True)
class Attention:
    troubles: Sequence[HandedIn] = ()  # disputed or contradicted
    for_officials: Sequence[HandedIn] = ()  # nobody else may confirm them
    flags: Sequence[FlagShown] = ()
    seats: Sequence[SeatAsked] = ()
    calls: Sequence[Call] = ()  # of tables, the longest wait first
    misplaced: Sequence[Match] = ()  # in a bracket: others belong there, and something is in
    fields: Sequence[Stage] = ()  # that began with others than the results name now

    @property
    def waited_min(self) -> int:
        """How long the first call waits: told by the minute."""
        waited = (timezone.now() - self.calls[0].at).total_seconds() if self.calls else 0
        return int(waited // 60)


def attention_of(event: Event, *, reader: Actor) -> Attention:
    """The number of queries does not grow with what there is."""
    matches = _matches(event)
    names = official_names(event, reader=reader) if matches else {}
    return attention_to(event, handed_in_at(matches, names=names), names=names, reader=reader)


def attention_to(
    event: Event, games: Sequence[HandedIn], *, names: Names, reader: Actor
) -> Attention:
    """By the games that were handed in; `names` of all entries, or none where no game was."""
    flags, holds = _flags(event), _holds(event)
    if holds and not names:
        names = official_names(event, reader=reader)
    return Attention(
        troubles=[game for game in games if game.is_trouble],
        for_officials=[game for game in games if game.waits_for in ("officials", "record")],
        flags=flags_shown(flags),
        calls=_calls(event),
        misplaced=misplaced_tables(event),
        fields=stages_with_changed_field(event),
        seats=[SeatAsked(hold, hold.seat.match, names[hold.seat.entry_id]) for hold in holds],
    )


def _calls(event: Event) -> list[Call]:
    """Tables that wait for an official."""
    waiting = Call.objects.filter(match__event=event, ended_at=None)
    return list(waiting.select_related("match__round").order_by("at", "pk")[:_LISTED])


def _matches(event: Event) -> list[Match]:
    is_open = Q(state__in=_OPEN_STATES, round__status=Round.Status.PUBLISHED)
    open_ones = Match.objects.filter(is_open | Q(is_contested=True), event=event)
    matches = list(
        open_ones.select_related("round__stage")
        .prefetch_related(Prefetch("seats", Seat.objects.order_by("letter")))
        .order_by("round__number", "table")
    )
    for match in matches:
        match.event = match.round.stage.event = event
    return matches


def _flags(event: Event) -> list[Flag]:
    unseen = Flag.objects.filter(match__event=event, seen_at=None)
    return list(unseen.select_related(*PLACES_TOLD)[:_LISTED])


def _holds(event: Event) -> list[SeatHold]:
    asked = SeatHold.objects.filter(seat__match__event=event).exclude(asked_by="")
    return list(asked.select_related("seat__match__round").order_by("asked_at")[:_LISTED])

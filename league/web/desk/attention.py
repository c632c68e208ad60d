"""Versions of a result as officials read them: who, what, what the rules and the others say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.events.queries.records import objection_to
from league.models import Confirmation, Event, Match, Submission
from league.results.queries import OpenGame, Version, entries_at, needs_record, open_games
from league.results.seating import letters_by_entry
from league.results.services.acceptance import sides_of
from league.results.sides import write_mark
from league.results.states import GameState, Outcome

Names = Mapping[str, str]


@dataclass(frozen=True)
class ResultSaid:
    """What a version gives to one entry; empty: it says nothing."""

    entry: str
    name: str
    seats: str
    mark: str
    rank: int | None


@dataclass(frozen=True)
class VersionInShort:
    """A version in one line."""

    version: Version
    number: int  # as people count them: 1, 2, …
    who: str
    sides: Sequence[ResultSaid]
    problem: str  # what the rules say against it
    confirmed: Sequence[str]  # by whom, and how

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
        sides=said_by(version, match=match, names=names),
        problem=objection_to(version, game=match.round.game_here.name),
        confirmed=[_confirmed(each, names) for each in version.confirmations],
    )


def author_of(submission: Submission, names: Names) -> str:
    if submission.seat is None:
        return _("an official")
    return names[submission.seat.entry_id]


def said_by(version: Version, *, match: Match, names: Names) -> list[ResultSaid]:
    """For everybody at the table, in the order of the seats as paired."""
    sides = {str(side["entry"]): side for side in sides_of(match, version)}
    return [_said(entry, sides.get(entry), version, names) for entry in entries_at(match)]


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
        return self.state in (GameState.DISPUTED, GameState.CONTRADICTED)


def handed_in_at(matches: Sequence[Match], *, names: Names) -> list[HandedIn]:
    """For matches with their seats, round and event at hand; by as many queries for all of them."""
    asked = [match for match in matches if match.state in _OPEN_STATES]
    return [_handed_in(game, names) for game in open_games(asked)] if asked else []


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
    if version.outcome is Outcome.UNVERIFIED and needs_record(event, game.match):
        return "record"
    return "opponents"


def _about(game: OpenGame, names: Names) -> str:
    """“Jana N.: 40 35; Petr K.: 40 36”, or what the rules say."""
    if game.standing.state is GameState.DISPUTED:
        return "; ".join(
            f"{author_of(each.submission, names)}: "
            f"{_in_one_line(said_by(each, match=game.match, names=names))}"
            for each in game.versions
        )
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

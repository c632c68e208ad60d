"""Who needs an official first: one ordered list, for the desk, its cards and the console.

What stops a table comes first, then people who wait, then what can wait until the round is closed.
A new kind is a line in `KINDS`, what finds it, and its words in `desk/_concern.html`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from league.models import Call, Match, Round, Stage
from league.web.desk.attention import Attention, HandedIn, SeatAsked
from league.web.desk.flags import FlagShown

LATE_AFTER = timedelta(minutes=5)  # a table is waited for once time was up for so long

# The most urgent first, each with the reason for its place.
KINDS = {
    "disputed": _("Disputed: the table has stopped, and its players are waiting for you."),
    "contested": _("Contested: somebody at the table disputes a result that counts."),
    "misplaced": _("Wrong winner: others belong at a table of the bracket where something is in."),
    "field": _("Who goes on: corrected results name others for a stage that has begun."),
    "contradicted": _("Contradicted: a record breaks a rule, and no result counts yet."),
    "call": _("A table calls an official."),
    "seat": _("Another phone asks for a seat: somebody cannot hand in."),
    "official": _("Only an official may confirm the result."),
    "record": _("Handed in without the record that the event asks for."),
    "late": _("Late: time is up, or the next round has begun."),
    "flag": _("A remark about a record. It can wait."),
}
_ORDER = tuple(KINDS)
About = HandedIn | SeatAsked | FlagShown | Call | Match | Stage
_FIRST_OF_ALL = (
    "disputed",
    "contested",
    "misplaced",
    "field",
    "contradicted",
)  # before any other step of the evening


@dataclass(frozen=True)
class LateTables:
    """Tables of a round from which nothing came in time."""

    round: Round
    tables: list[int]


@dataclass(frozen=True, order=True)
class Concern:
    """Something that an official has to look at; sorted by urgency, then round and table."""

    urgency: int = field(init=False)
    round: int = field(init=False)
    of: Round = field(compare=False)
    table: int
    kind: str = field(compare=False)
    about: About | LateTables = field(compare=False)
    call: Call | None = field(default=None, compare=False)  # for an official, because of this

    @property
    def comes_first(self) -> bool:
        """Before drawing, entering and closing: people cannot go on."""
        return self.kind in _FIRST_OF_ALL

    @property
    def tables(self) -> Sequence[int]:
        return self.about.tables if isinstance(self.about, LateTables) else (self.table,)

    def __post_init__(self) -> None:
        object.__setattr__(self, "urgency", _ORDER.index(self.kind))
        object.__setattr__(self, "round", self.of.number)


def concerns_of(attention: Attention, *, late: Iterable[LateTables]) -> list[Concern]:
    """The most urgent first; of the same kind the earlier round and the lower table."""
    calls = {call.match_id: call for call in attention.calls}
    troubles = [(game, calls.pop(game.match.pk, None)) for game in attention.troubles]
    found = [
        *(_about(game.match, game.state, game, call=call) for game, call in troubles),
        *(_about(match, "misplaced", match) for match in attention.misplaced),
        *(Concern(_first_round(stage), 0, "field", stage) for stage in attention.fields),
        *(_about(call.match, "call", call) for call in calls.values()),
        *(_about(asked.match, "seat", asked) for asked in attention.seats),
        *(_about(game.match, _wanted(game), game) for game in attention.for_officials),
        *(Concern(each.round, each.tables[0], "late", each) for each in late),
        *(_about(shown.flag.match, "flag", shown) for shown in attention.flags),
    ]
    return sorted(found)


def urgencies(concerns: Iterable[Concern]) -> dict[tuple[int, int], int]:
    """By round and table: the most urgent counts."""
    found: dict[tuple[int, int], int] = {}
    for concern in sorted(concerns):
        for table in concern.tables:
            found.setdefault((concern.round, table), concern.urgency)
    return found


def _about(match: Match, kind: str, about: About, *, call: Call | None = None) -> Concern:
    return Concern(match.round, match.table, kind, about, call)


def _first_round(stage: Stage) -> Round:
    """Of the stage; not stored."""
    return Round(stage=stage, number=stage.rounds_before + 1)


def _wanted(game: HandedIn) -> str:
    return "record" if game.waits_for == "record" else "official"


def late_tables(round_: Round, tables: Iterable[tuple[int, str, int]], *, newest: int) -> list[int]:
    """Of tables given as number, state and added seconds; `newest`: the last published round."""
    is_overtaken = round_.number < newest
    return [
        table
        for table, state, added_s in tables
        if state in Match.NOTHING_IN and (is_overtaken or _is_over(round_, added_s))
    ]


def newest_of(rounds: Sequence[Round]) -> int:
    """The number of the last round that everybody sees."""
    return max((one.number for one in rounds if one.status != Round.Status.DRAFT), default=0)


def _is_over(round_: Round, added_s: int) -> bool:
    remaining = round_.remaining_s
    if remaining is None or round_.clock_started_at is None:
        return False
    return remaining + added_s < -LATE_AFTER.total_seconds()

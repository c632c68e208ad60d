"""What somebody at a table may hand in, and how: the people, the figures, what is proposed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.anonymous import as_typed, names_in
from games.verdict import Verdict
from league.events.queries.entries import entry_names, player_names
from league.events.queries.records import why_contradicted
from league.events.queries.tables import SideSaid, SidesBeside, sides_beside, sides_said
from league.models import Event, Match, Seat, Submission
from league.models.game_played import GamePlayed, Scoring
from league.models.names import match_key
from league.results.queries import expected_of, needs_record, seats_at
from league.results.replays import position_told
from league.results.seating import PersonSeated, order_by_names
from league.results.services.claims import HandIn
from league.results.services.submissions import prepare
from league.results.services.verification import verdict_on
from league.results.sides import Claim, Mark, claims_of, sides_claimed, write_mark
from league.results.verdicts import Judgement, judge
from league.web.figures import FigureField, enough_came, figure_fields, typed_figures

RECORD, SCORES = "record", "scores"


@dataclass(frozen=True)
class GameToHandIn:
    """A game of a match, for those who hand it in."""

    match: Match
    game: int
    people: Sequence[PersonSeated]  # in the order of the pairing, turned in every second game
    entries: Mapping[str, str]  # entry -> name, in the same order
    played: GamePlayed
    fields: Sequence[FigureField]
    ways: Sequence[str]  # the one that the event prefers first

    @property
    def is_by_places(self) -> bool:
        return self.played.scoring == Scoring.PLACES

    @property
    def needs_record(self) -> bool:
        return needs_record(self.match.event, self.match)

    def is_played(self, absent: frozenset[str]) -> bool:
        return enough_came(self.played, self.entries, absent=absent)


@dataclass(frozen=True)
class Preview:
    """What would come of it if it were handed in as it is."""

    sides: Sequence[SideSaid]
    verdict: Verdict | None = None
    judgement: Judgement | None = None
    why: str = ""  # the rules contradict it
    beside: Sequence[SidesBeside] = ()  # claimed and replayed, where both are known

    @property
    def finding(self) -> str:
        """The first sentence of the rules against it."""
        error = self.verdict.error if self.verdict else None
        return _(error.text).format(**error.gaps) if error else ""


def table_of(match: Match, *, game: int, absent: Collection[str] = ()) -> GameToHandIn:
    """With the figures that a game of those who came asks for."""
    seats = seats_at(match)
    came = [seat for seat in seats if seat.entry_id not in absent]
    if game % 2 == 0:
        seats = seats[::-1]
    names = entry_names(match.event)
    played = match.round.game_here
    return GameToHandIn(
        match=match,
        game=game,
        people=_people(match, seats),
        entries={seat.entry_id: names[seat.entry_id] for seat in seats},
        played=played,
        fields=figure_fields(match, players=len(came)),
        ways=_ways(match, played),
    )


def next_game(match: Match) -> int:
    """The first one without a result that counts; the last where all have one."""
    done = set(match.games.filter(result__isnull=False).values_list("number", flat=True))
    games = range(1, match.round.stage.games_here + 1)
    return next((game for game in games if game not in done), games[-1])


def order_named(table: GameToHandIn, record: str) -> list[PersonSeated] | None:
    """As the record's name tags say; None if they say nothing."""
    keys = {letter: match_key(name) for letter, name in names_in(record).items()}
    return order_by_names(keys, table.people)


def order_of(table: GameToHandIn, seating: Mapping[str, str]) -> list[PersonSeated]:
    """The people as a version seated them; those who did not come are last."""
    left = list(table.people)
    order = []
    for _letter, entry in sorted(seating.items()):
        person = next((other for other in left if other.entry == entry), None)
        if person is not None:
            left.remove(person)
            order.append(person)
    return order + left


def typed_before(table: GameToHandIn, version: Submission, *, is_own: bool) -> dict[str, object]:
    """A version as it would be typed, for those who correct it; others begin with its figures."""
    claims = claims_of(version.claims)
    absent = [entry for entry, claim in claims.items() if claim.mark.is_forfeit]
    order = order_of(table, version.seating)
    has_record = is_own and bool(version.record) and RECORD in table.ways
    typed: dict[str, object] = {
        "way": RECORD if has_record else SCORES,
        "absent": absent,
        "record": version.record,
        "with_scores": bool(version.record) and len(claims) > len(absent),
        "is_time": version.termination == Submission.Termination.TIME,
        "basis": version.pk,
        **{f"seat-{at}": person.seat for at, person in enumerate(order)},
    }
    came = {entry: claim for entry, claim in claims.items() if entry not in absent}
    came = came or _replayed(version)
    marks = {f"mark-{entry}": write_mark(claim.mark) for entry, claim in came.items()}
    return typed | marks | typed_figures(table.fields, came)


def _replayed(version: Submission) -> dict[str, Claim]:
    """What the record of a whole game comes to, as the table would write it down."""
    if not version.record or verdict_on(version.record).status != "complete":
        return {}
    figures = position_told(version.record).figures
    by_entry = {version.seating[side[0]]: said for side, said in figures.items()}
    return {entry: Claim(Mark(), figures=said) for entry, said in by_entry.items()}


def preview_of(table: GameToHandIn, hand_in: HandIn) -> Preview:
    """Nothing is written. Raises what handing it in would raise."""
    prepared = prepare(table.match, hand_in)
    claims = claims_of(prepared["claims"])  # type: ignore[arg-type]
    record = str(prepared["record"])
    claimed = sides_said(
        sides_claimed(claims, scoring=table.played.scoring, seating=hand_in.seating),
        names=table.entries,
        scoring=table.played.scoring,
    )
    if not record:
        return Preview(claimed)
    verdict = as_typed(verdict_on(record), typed=hand_in.record, kept=record)
    judgement = judge(verdict, claims, seating=hand_in.seating, expected=expected_of(table.match))
    shown = sides_said(judgement.sides, names=table.entries, scoring=table.played.scoring)
    why = why_contradicted(judgement.reason, game=table.played.name, seated=len(hand_in.seating))
    return Preview(shown, verdict, judgement, why, beside=sides_beside(claimed, shown))


def _people(match: Match, seats: Sequence[Seat]) -> list[PersonSeated]:
    names = player_names(match.event)
    stored = match.seats.select_related("player").in_bulk([seat.pk for seat in seats])
    firsts = [stored[seat.pk].player.full_name.split()[:1] for seat in seats]
    return [
        PersonSeated(
            seat=seat.pk,
            entry=seat.entry_id,
            name=names[seat.player_id],
            keys=_keys(stored[seat.pk].player.full_name, names[seat.player_id], first, firsts),
        )
        for seat, first in zip(seats, firsts, strict=True)
    ]


def _keys(full: str, shown: str, first: list[str], firsts: list[list[str]]) -> frozenset[str]:
    """The full name, the public one, and the first name where nobody else here has it."""
    keys = {match_key(full), match_key(shown)}
    alone = [match_key(words[0]) for words in firsts if words]
    if first and alone.count(match_key(first[0])) == 1:
        keys.add(match_key(first[0]))
    return frozenset(keys - {""})


def _ways(match: Match, played: GamePlayed) -> list[str]:
    """Final figures are what most tables have; a record comes first only where one is asked for."""
    if not played.has_records or match.event.records == Event.Records.OFF:
        return [SCORES]
    return [RECORD, SCORES] if needs_record(match.event, match) else [SCORES, RECORD]

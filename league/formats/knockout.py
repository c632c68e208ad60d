"""Knockout: who loses is out. Two meet, or the best of a table go on.

The bracket is made of those who are there at the start, and stays. Whoever was to meet somebody who
is away or has withdrawn goes on without a match.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.values import gettext_noop
from league.formats.bracket_names import match_words, round_name
from league.formats.contract import (
    Format,
    GameAtTable,
    Overview,
    Progress,
    RoundTerms,
    SeatedEntry,
    Sentence,
    SettingFault,
    StageSettings,
    Template,
)
from league.pairing.brackets import single_elimination
from league.pairing.field import NoPairing, Pairing, PairingRemark, TableDrawn
from league.pairing.sizes import SizeRules
from league.standings.bracket import (
    Bracket,
    BracketCourse,
    Seeded,
    SlotState,
    playing_on,
    states_of_course,
)
from league.standings.keys.bracket_places import KEY
from league.standings.keys.given import drawn_order
from league.standings.points import WHOLE, Scheme, by_place, duel

_CHAIN = (KEY,)
_NOTHING_YET = BracketCourse({}, {}, {})
_STAGE = {"kind": "knockout", "chain": list(_CHAIN)}
_DRAWN = {
    "standard": gettext_noop("Places in the bracket: the best numbers meet as late as possible."),
    "lots": gettext_noop("Places in the bracket: by lots."),
    "order": gettext_noop("Places in the bracket: neighbours by starting numbers meet first."),
}

_EARLIER = gettext_noop(
    "Those who come from the same place of different groups change starting numbers where fewer "
    "meet again by that in the first round."
)
_EARLIER_BY_LOTS = gettext_noop("Lots do not look at who met in an earlier stage.")


class BracketFormat(Format):
    """What all formats have in common that are played in a bracket."""

    usual_chain = _CHAIN
    no_late_entries = gettext_noop(
        "A knockout takes no new players once it has started: its bracket is for those who were "
        "there at the start."
    )
    no_half_point_byes = gettext_noop(
        "In a knockout everybody plays until they are out: there are no such byes."
    )
    length_follows_field = True
    has_bracket = True
    overview = Overview.BRACKET
    nothing_given_up = gettext_noop("Everybody meets as the bracket says.")
    after_last = gettext_noop("The bracket is played. Finish the event.")
    avoids_repeats = False
    misfit = gettext_noop("In a knockout people meet, and this game is for one.")
    seats_in_words = gettext_noop("In this event the bracket says how many sit at a table.")

    @abstractmethod
    def made_for(self, entries: int, *, settings: StageSettings) -> Bracket:
        """The bracket of so many."""

    def bracket(self, entries: Sequence[str], *, settings: StageSettings) -> Seeded | None:
        if len(entries) < 2:
            return None
        order = entries
        if settings.bracket_drawn == "lots":
            order = drawn_order(entries, seed=settings.seed)
        return Seeded(self.made_for(len(entries), settings=settings), tuple(order))

    def first_meetings(
        self, entries: Sequence[str], *, settings: StageSettings
    ) -> tuple[tuple[int, ...], ...]:
        """Also by lots: they are drawn from a number that the stage has had from the beginning."""
        seeded = self.bracket(entries, settings=settings)
        if seeded is None:
            return ()
        numbers = {entry: number for number, entry in enumerate(entries, start=1)}
        at = [0, *(numbers[entry] for entry in seeded.entries)]
        tables = (tuple(at[one.seed] for one in slot.sources) for slot in seeded.bracket.slots)
        return tuple(table for table in tables if all(table))

    def numbers_decide(self, settings: StageSettings) -> bool:
        return settings.bracket_drawn != "lots"

    def on_earlier_stages(self, settings: StageSettings) -> str:
        return _EARLIER if self.numbers_decide(settings) else _EARLIER_BY_LOTS

    def rounds_for(self, entries: int, *, settings: StageSettings) -> int:
        return self.made_for(entries, settings=settings).rounds if entries > 1 else 0

    def pair(self, terms: RoundTerms, *, progress: Progress | None = None) -> Pairing | NoPairing:
        everybody = sorted((*terms.situation.entrants, *terms.others), key=lambda e: e.seed)
        seeded = terms.bracket or self.bracket(
            [entrant.id for entrant in everybody], settings=terms.settings
        )
        if seeded is None:
            return NoPairing(PairingRemark("too_few"), ("finish_stage",))
        away = frozenset(other.id for other in terms.others)
        course = terms.course or _NOTHING_YET
        states = states_of_course(replace(seeded, gone=away), course)
        pairing = _drawn(states, terms, away=away)
        if isinstance(pairing, NoPairing):
            return pairing
        out = set(seeded.entries) - playing_on(states_of_course(seeded, course))
        return replace(pairing, out=tuple(entry for entry in seeded.entries if entry in out))

    def reason(
        self,
        people: Sequence[SeatedEntry],
        *,
        round_number: int,
        slot: str = "",
        entries: int = 0,
        settings: StageSettings | None = None,
    ) -> Sentence:
        seeds = [person.seed for person in people]
        if settings is not None and entries > 1:
            bracket = self.made_for(entries, settings=settings)
            for each in bracket.slots:
                if each.key == slot:
                    return match_words(each, seeds, bracket=bracket)
        numbers = {"numbers": ", ".join(map(str, sorted(seeds)))}
        return Sentence(gettext_noop("By the bracket: numbers %(numbers)s."), numbers)


def _drawn(
    states: Sequence[SlotState], terms: RoundTerms, *, away: frozenset[str]
) -> Pairing | NoPairing:
    """The tables of a round; everybody else who plays on is free in it."""
    here = [state for state in states if state.slot.round == terms.situation.round_number]
    if all(state.is_needless for state in here):
        return NoPairing(PairingRemark("bracket_over"), ("finish_stage",))
    if missing := tuple(_awaited(here, states)):
        return NoPairing(PairingRemark("results_missing", missing), ("enter_results",))
    tables = [
        TableDrawn(
            tuple(entry for entry in state.entries if entry is not None and entry not in away),
            slot=state.slot.key,
        )
        for state in here
        if state.is_ready
    ]
    if any(len(table.entries) < terms.sizes.least for table in tables):
        return NoPairing(PairingRemark("too_few"), ("finish_stage",))
    seated = {entry for table in tables for entry in table.entries}
    given = {entry for state in here if state.is_bye for entry in state.order[: state.slot.advance]}
    staying = playing_on(states) | given
    byes = [e.id for e in terms.situation.entrants if e.id in staying and e.id not in seated]
    return Pairing(_kept(tables, terms.locked), tuple(byes))


def _kept(tables: Sequence[TableDrawn], locked: Sequence[TableDrawn]) -> tuple[TableDrawn, ...]:
    """A locked table stays as it is, as long as the same people belong there."""
    as_locked = {(table.slot, frozenset(table.entries)): table for table in locked}
    return tuple(as_locked.get((table.slot, frozenset(table.entries)), table) for table in tables)


def _awaited(here: Sequence[SlotState], states: Sequence[SlotState]) -> Iterator[str]:
    """Who must finish before these matches can be drawn."""
    unknown = {
        key
        for state in here
        if not state.is_needless and None in state.entries
        for key in (state.slot.only_if_lost, *(source.slot for source in state.slot.sources))
    }
    for state in states:
        if state.slot.key in unknown and not state.order:
            yield from (entry for entry in state.entries if entry is not None)


class Knockout(BracketFormat):
    key = "knockout"
    label = gettext_noop("knockout")
    table_sizes = range(2, 5)
    settings = frozenset({"bracket_seats", "bracket_advance", "bracket_drawn", "places_played"})
    report_system = "Knock-Out"
    templates = (
        Template(
            "knockout",
            gettext_noop("Knockout: who loses is out"),
            gettext_noop(
                "Two at a table, the winner goes on; the best meet as late as possible, and the "
                "third place is played for. 16 players in four rounds, 64 in six."
            ),
            {"round_minutes": 40},
            {**_STAGE, "bracket_seats": 2, "places_played": 4},
            order=60,
        ),
        Template(
            "knockout_tables",
            gettext_noop("Knockout at tables of four: the best two go on"),
            gettext_noop(
                "Tables of three and four; the two best of each go on, down to one final table. "
                "16 players in three rounds, 32 in four."
            ),
            {"round_minutes": 45},
            {**_STAGE, "bracket_seats": 4, "bracket_advance": 2},
            order=65,
        ),
    )

    def made_for(self, entries: int, *, settings: StageSettings) -> Bracket:
        return single_elimination(
            entries,
            places_played=settings.places_played,
            seats=settings.bracket_seats,
            advance=min(settings.bracket_advance, settings.bracket_seats - 1),
            neighbours=settings.bracket_drawn == "order",
        )

    def round_name(self, number: int, *, entries: int, settings: StageSettings) -> Sentence | None:
        if entries < 2:
            return None
        return round_name(self.made_for(entries, settings=settings), number)

    def system_reported(self, settings: StageSettings) -> str:
        return self.report_system if settings.bracket_seats == 2 else ""

    def sizes(self, settings: StageSettings, *, game: GameAtTable, boards: int | None) -> SizeRules:
        """Everybody plays whose turn it is, however many boards there are."""
        seats = settings.bracket_seats
        return SizeRules(prefer=seats, least=max(2, min(game.least_entries, seats)), most=seats)

    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        """Points only inform: a match won is one, and who has no match has nothing."""
        if settings.bracket_seats == 2:
            return one_for_a_win()
        scheme = by_place("equal", seats=settings.bracket_seats, bye_12=0)
        return replace(scheme, bye_12=0, half_bye_12=0)

    def faults(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[SettingFault]:
        yield from super().faults(settings, game=game)
        seats, advance = settings.bracket_seats, settings.bracket_advance
        if not self.can_seat(game):
            return
        smallest = 2 if seats == 2 else advance + 1
        if seats > game.most_entries or smallest < game.least_entries:
            text = gettext_noop("The game is not for that many at a table.")
            yield SettingFault("bracket_seats", Sentence(text))
        if advance >= seats:
            text = gettext_noop("Fewer go on than sit at a table.")
            yield SettingFault("bracket_advance", Sentence(text))

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        if settings.bracket_seats == 2:
            yield Sentence(gettext_noop("Knockout: two meet, and who loses is out."))
            yield from _places_in_words(settings.places_played)
        else:
            yield Sentence(
                gettext_noop(
                    "Knockout at tables of up to %(seats)d: the best of each table go on "
                    "(%(advance)d), down to one final table."
                ),
                {"seats": settings.bracket_seats, "advance": settings.bracket_advance},
            )
        yield from bracket_in_words(settings)


def _places_in_words(places: int) -> Iterator[Sentence]:
    if places >= 64:
        yield Sentence(gettext_noop("All places are played for."))
    elif places > 4:
        yield Sentence(gettext_noop("Places up to %(places)d are played for."), {"places": places})
    elif places == 4:
        yield Sentence(gettext_noop("Who loses a semi-final plays for the third place."))


def bracket_in_words(settings: StageSettings) -> Iterator[Sentence]:
    """What all brackets have in common."""
    yield Sentence(_DRAWN[settings.bracket_drawn])
    yield Sentence(
        gettext_noop(
            "If there is no full bracket, the first numbers go on without a match in round 1. "
            "That is no result."
        )
    )
    yield Sentence(
        gettext_noop("A match that ends in a draw is won by the better starting number.")
    )
    yield Sentence(gettext_noop("If somebody leaves or does not come, the opponent goes on."))


def one_for_a_win() -> Scheme:
    return replace(
        duel(win_12=WHOLE, draw_12=WHOLE // 2, loss_12=0, bye_12=0), bye_12=0, half_bye_12=0
    )


KNOCKOUT = Knockout()

"""Round robin: everybody meets everybody, once or twice, by the Berger tables.

The schedule is made of those who are there at the start, and stays. Anyone who was to meet somebody
who is away or has withdrawn sits out.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from games.values import gettext_noop
from league.formats.contract import (
    FormatForTwo,
    GameAtTable,
    Overview,
    Progress,
    RoundTerms,
    SeatedEntry,
    Sentence,
    StageSettings,
    Template,
)
from league.pairing.field import Entrant, NoPairing, Pairing
from league.pairing.round_robin import berger_round, round_robin_rounds
from league.standings.chances.open_play import RoundAhead
from league.standings.points import Scheme

_CHAIN = ("DE", "WON", "SB", "GAME")
ABSENCE = gettext_noop("Anyone who is away from a round loses the game in it by forfeit.")
LEAVING = Sentence(
    gettext_noop(
        "If you withdraw before completing half of your games, you leave the table and "
        "they count for nobody; from half on, the rest are lost by forfeit."
    )
)


class RoundRobin(FormatForTwo):
    key = "round_robin"
    label = gettext_noop("round robin")
    settings = FormatForTwo.settings - {"bye_12"} | {"is_double"}
    usual_chain = _CHAIN
    no_late_entries = gettext_noop(
        "A round robin takes no new players once it has started: its schedule is for those who "
        "were there at the start."
    )
    no_half_point_byes = gettext_noop(
        "In a round robin everybody meets everybody: there are no such byes."
    )
    absence_in_words = ABSENCE
    length_follows_field = True
    nothing_given_up = gettext_noop("Everybody meets as the schedule says.")
    after_last = gettext_noop("Everybody has met everybody. Finish the event.")
    avoids_repeats = False
    all_meet = True
    forfeits_are_games = True
    strikes_leavers = True
    overview = Overview.CROSS_TABLE
    report_system = "Round-Robin"
    templates: tuple[Template, ...] = (
        Template(
            "round_robin",
            gettext_noop("Round robin for up to 8"),
            gettext_noop(
                "Two at a table; everybody meets everybody once: 6 players in five rounds, "
                "8 in seven."
            ),
            {"round_minutes": 40, "entry_limit": 8},
            {"kind": "round_robin", "chain": list(_CHAIN)},
            order=40,
        ),
    )

    def rounds_for(self, entries: int, *, settings: StageSettings) -> int:
        return round_robin_rounds(entries, double=settings.is_double)

    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        """The free round of an odd field brings no points."""
        return replace(super().scheme(settings, game=game), bye_12=0, half_bye_12=0)

    def report_code(self, settings: StageSettings) -> str:
        return f"BERGER_ROUNDROBIN_G{2 if settings.is_double else 1}"

    def scheduled(
        self, number: int, *, entrants: Sequence[Entrant], settings: StageSettings
    ) -> Pairing:
        """A round of the schedule, whoever is away."""
        return berger_round(entrants, round_number=number, double=settings.is_double)

    def pair(self, terms: RoundTerms, *, progress: Progress | None = None) -> Pairing | NoPairing:
        planned = self.scheduled(
            terms.situation.round_number,
            entrants=(*terms.situation.entrants, *terms.others),
            settings=terms.settings,
        )
        return _without(planned, {other.id for other in terms.others})

    def on_earlier_stages(self, settings: StageSettings) -> str:
        """Whoever met before, everybody meets here."""
        return ""

    def planned_round(
        self,
        number: int,
        *,
        entrants: tuple[Entrant, ...],
        left: frozenset[str],
        settings: StageSettings,
    ) -> Pairing | None:
        if number > self.rounds_for(len(entrants), settings=settings):
            return None
        return _without(self.scheduled(number, entrants=entrants, settings=settings), left)

    def schedule_after(
        self, number: int, *, entries: Sequence[str], left: frozenset[str], settings: StageSettings
    ) -> tuple[RoundAhead, ...]:
        entrants = tuple(Entrant(entry, seed) for seed, entry in enumerate(entries, start=1))
        rounds = self.rounds_for(len(entrants), settings=settings)
        ahead = (
            _without(self.scheduled(coming, entrants=entrants, settings=settings), left)
            for coming in range(number + 1, rounds + 1)
        )
        return tuple(
            RoundAhead(tuple(table.entries for table in round_.tables), round_.byes)
            for round_ in ahead
        )

    def reason(
        self,
        people: Sequence[SeatedEntry],
        *,
        round_number: int,
        slot: str = "",
        entries: int = 0,
        settings: StageSettings | None = None,
    ) -> Sentence:
        first, second = sorted(person.seed for person in people)
        return Sentence(
            gettext_noop(
                "By the schedule of round %(round)d: number %(first)d meets number %(second)d."
            ),
            {"round": round_number, "first": first, "second": second},
        )

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        yield Sentence(
            gettext_noop("Everybody meets everybody twice.")
            if settings.is_double
            else gettext_noop("Everybody meets everybody once.")
        )
        yield Sentence(
            gettext_noop("With an odd number of players one is free in each round, without points.")
        )
        yield Sentence(ABSENCE)
        yield LEAVING


def _without(planned: Pairing, away: Collection[str]) -> Pairing:
    """Anyone who was to meet somebody who is away sits out."""
    tables = tuple(table for table in planned.tables if not set(table.entries) & set(away))
    seated = {entry for table in tables for entry in table.entries}
    everybody = (*planned.byes, *(entry for table in planned.tables for entry in table.entries))
    return Pairing(tables, tuple(e for e in everybody if e not in seated and e not in away))


ROUND_ROBIN = RoundRobin()

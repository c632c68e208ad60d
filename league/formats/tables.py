"""Tables of three and four: everybody plays every round, with new people as long as possible.

Who sits where is searched for in `league.pairing.tables`, or stands in a fixed schedule where one
exists and is wished for. Places at a table bring points.
"""

from collections.abc import Iterator
from dataclasses import replace

from games.values import gettext_noop
from league.formats.contract import (
    Format,
    GameAtTable,
    Progress,
    RoundTerms,
    Sentence,
    SettingFault,
    StageSettings,
    Template,
)
from league.pairing.ahead import RoundsToCome, RoundToCome, pair_ahead
from league.pairing.field import Entrant, NoPairing, Pairing, Past
from league.pairing.final import pair_final
from league.pairing.remarks import remarks_on, repeats_in
from league.pairing.schedules import scheduled_round
from league.pairing.sizes import SizeRules, table_sizes
from league.standings.points import SOLO, WHOLE, Scheme, by_place, own

_CHAIN = ("PLACES", "REL", "OPP", "GAME")
_STAGE = {"kind": "tables", "scheme": "equal", "chain": list(_CHAIN), "table_size": 4}
_SIZES = {
    4: gettext_noop("Tables of four where possible, otherwise of three."),
    3: gettext_noop("Tables of three where possible."),
    2: gettext_noop("Tables of two where possible."),
}


class Tables(Format):
    key = "tables"
    label = gettext_noop("tables of three and four")
    table_sizes = range(1, 5)
    settings = frozenset(
        {
            *("rounds_planned", "table_size", "keeps_schedule", "early_rounds", "leaders_last"),
            *("repeat_weight", "short_weight", "two_weight"),
            *("scheme", "own_points", "bye_12"),
        }
    )
    nothing_given_up = gettext_noop(
        "Nothing was given up: no repeats, no one at a short table twice."
    )
    usual_chain = _CHAIN
    opening = gettext_noop("Round 1: nobody has points yet, so lots decided.")
    templates = (
        Template(
            "evening",
            gettext_noop("Club evening: 4 rounds, tables of 3–4"),
            gettext_noop(
                "Everybody plays every round at a table of four or three with new people. Good "
                "for six players or more, in about four hours."
            ),
            {"round_minutes": 45},
            {**_STAGE, "rounds_planned": 4},
            order=10,
        ),
        Template(
            "beginners",
            gettext_noop("First evening: 3 rounds for beginners, tables of 3–4"),
            gettext_noop(
                "For people who play the game for the first time: longer rounds, and the score "
                "sheet on the phone shows what is allowed. It does not count for ratings."
            ),
            {"round_minutes": 60, "sheet_help": "full", "is_rated": False},
            {**_STAGE, "rounds_planned": 3},
            order=20,
        ),
    )

    def sizes(self, settings: StageSettings, *, game: GameAtTable, boards: int | None) -> SizeRules:
        return SizeRules(
            prefer=min(settings.table_size, game.most_entries),
            least=game.least_entries,
            most=game.most_entries,
            boards=boards,
        )

    def pair(self, terms: RoundTerms, *, progress: Progress | None = None) -> Pairing | NoPairing:
        if (scheduled := _scheduled(terms)) is not None:
            return scheduled
        if not terms.coming:
            return pair_final(
                terms.situation,
                mix=terms.mix,
                seed=terms.seed,
                locked=terms.locked,
                progress=progress,
            )
        return pair_ahead(
            terms.situation,
            mix=terms.mix,
            horizon=_horizon(terms),
            seed=terms.seed,
            locked=terms.locked,
            progress=progress,
        )

    def counts_earlier_stages(self, settings: StageSettings) -> bool:
        """But for a fixed schedule, which is announced before anybody is seated."""
        return not settings.keeps_schedule

    def on_earlier_stages(self, settings: StageSettings) -> str:
        if not self.counts_earlier_stages(settings):
            return super().on_earlier_stages(settings)
        return gettext_noop("Who met in an earlier stage has met: that counts as a meeting here.")

    def gathers_leaders(self, number: int, *, settings: StageSettings) -> bool:
        return settings.leaders_last and number >= settings.rounds_planned

    def planned_round(
        self,
        number: int,
        *,
        entrants: tuple[Entrant, ...],
        left: frozenset[str],
        settings: StageSettings,
    ) -> Pairing | None:
        """Once somebody has left, a fixed schedule no longer fits."""
        if left or not settings.keeps_schedule:
            return None
        return scheduled_round(
            entrants, round_number=number, size=settings.table_size, past=Past(), seed=settings.seed
        )

    def scheme(self, settings: StageSettings, *, game: GameAtTable) -> Scheme:
        if game.most_entries == 1:
            return SOLO
        if settings.scheme == "own":
            return own_scheme(settings)
        return by_place(settings.scheme, seats=settings.table_size, bye_12=settings.bye_12)

    def faults(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[SettingFault]:
        is_solo = game.most_entries == 1
        if not is_solo and not game.least_entries <= settings.table_size <= game.most_entries:
            text = gettext_noop("The game is not for that many at a table.")
            yield SettingFault("table_size", Sentence(text))
        yield from super().faults(settings, game=game)
        if settings.scheme == "own" and (why := wrong_points(settings)):
            yield SettingFault("own_points", Sentence(why))
        elif missing := self.unreached(settings, game=game):
            yield SettingFault("own_points", missing)

    def unreached(self, settings: StageSettings, *, game: GameAtTable) -> Sentence | None:
        """Whatever table is preferred, the number of people may ask for the largest."""
        if settings.scheme != "own" or max(map(int, settings.own_points)) >= game.most_entries:
            return None
        return Sentence(
            gettext_noop(
                "The event's own points must cover a table of %(seats)d, the largest of the game."
            ),
            {"seats": game.most_entries},
        )

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        yield Sentence(gettext_noop("Rounds: %(rounds)d."), {"rounds": settings.rounds_planned})
        if game.most_entries == 1:
            yield Sentence(gettext_noop("Everybody plays alone."))
            return
        yield Sentence(_SIZES[settings.table_size])
        yield Sentence(gettext_noop("You sit with new people as long as that is possible."))
        yield Sentence(
            gettext_noop(
                "All rounds to come are planned together. Weights: a repeated meeting "
                "%(repeat)d, one more turn at a short table %(short)d; a turn at a table of two "
                "counts as %(two)d."
            ),
            {
                "repeat": settings.repeat_weight,
                "short": settings.short_weight,
                "two": settings.two_weight,
            },
        )
        if settings.leaders_last:
            yield Sentence(
                gettext_noop("In the last round the leaders sit together as far as repeats allow.")
            )
        if settings.keeps_schedule:
            yield Sentence(
                gettext_noop("A fixed schedule without repeats is used if there is one.")
            )
        if settings.early_rounds:
            yield Sentence(
                gettext_noop("Club mates are kept apart if possible in rounds 1 to %(rounds)d."),
                {"rounds": settings.early_rounds},
            )


def _scheduled(terms: RoundTerms) -> Pairing | None:
    """The fixed schedule's round, as long as the field is still the one that it was made for."""
    if not terms.settings.keeps_schedule or terms.locked:
        return None
    situation = terms.situation
    scheduled = scheduled_round(
        situation.entrants,
        round_number=situation.round_number,
        size=terms.sizes.prefer,
        past=situation.past,
        seed=terms.settings.seed,
    )
    if scheduled is None or repeats_in(scheduled.tables, situation=situation):
        return None
    return replace(scheduled, remarks=remarks_on(scheduled.tables, situation=situation))


def _horizon(terms: RoundTerms) -> RoundsToCome:
    rounds = (
        RoundToCome(entrants, table_sizes(len(entrants), rules=terms.sizes))
        for entrants in terms.coming
    )
    return RoundsToCome(tuple(rounds), terms.earlier)


def own_scheme(settings: StageSettings) -> Scheme:
    """By the organiser's own numbers."""
    rows = [[WHOLE * points for points in row] for row in settings.own_points.values()]
    return own(rows, seats=settings.table_size, bye_12=settings.bye_12)


def wrong_points(settings: StageSettings) -> str:
    """What is wrong with them; empty: nothing."""
    sizes = sorted(int(size) for size in settings.own_points)
    is_complete = sizes and sizes[-1] >= settings.table_size
    if not is_complete or any(len(settings.own_points[str(size)]) != size for size in sizes):
        return gettext_noop("Give one number for each place at a table, the winner's first.")
    try:
        own_scheme(settings)
    except ValueError:
        return gettext_noop("A better place must not bring fewer points than a worse one.")
    return ""


TABLES = Tables()

"""Swiss for two: in each round you meet somebody with about as many points, and nobody twice.

Who meets whom is decided in `league.pairing.swiss`. Where the rules alone have no answer and the
organiser lets people meet again, the search for tables pairs them, at tables of two.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from games.values import gettext_noop
from league.formats.contract import (
    Caution,
    FormatForTwo,
    GameAtTable,
    Progress,
    RoundTerms,
    Sentence,
    StageSettings,
    Template,
)
from league.formats.round_robin import ROUND_ROBIN
from league.pairing.field import NoPairing, Pairing
from league.pairing.swiss import SwissTerms, pair_swiss, remarks_at
from league.pairing.tables import pair_tables
from league.pairing.trf.event import Points

_LEAST_FOR_CAUTION = 3
_CHAIN = ("BH-C1", "BH", "WON", "DE", "GAME")
_STAGE = {"kind": "swiss", "chain": list(_CHAIN)}


class Swiss(FormatForTwo):
    key = "swiss"
    label = gettext_noop("Swiss for two")
    settings = FormatForTwo.settings | {"rounds_planned", "is_accelerated"}
    usual_chain = _CHAIN
    report_system = "Swiss-System"
    edition = "2026"
    opening = gettext_noop("Round 1: by starting numbers, the upper half meets the lower half.")
    templates = (
        Template(
            "swiss",
            gettext_noop("Two-player Swiss, 7 rounds"),
            gettext_noop(
                "Two at a table; in each round you meet somebody with about as many points as "
                "you. Good for 16 to 100 players and a whole day."
            ),
            {"round_minutes": 40},
            {**_STAGE, "rounds_planned": 7},
            order=30,
        ),
        Template(
            "swiss_knockout",
            gettext_noop("Swiss, then a knockout of the best eight"),
            gettext_noop(
                "Five rounds in which you meet somebody with about as many points as you; then "
                "the first eight play a knockout."
            ),
            {"round_minutes": 40},
            {**_STAGE, "rounds_planned": 5},
            later=({"kind": "knockout", "takes": "places", "takes_places": 8},),
            order=35,
        ),
        Template(
            "teams",
            gettext_noop("Team evening: Kaleidoskop for teams of two"),
            gettext_noop(
                "Partners enter together and sit across from each other; in each of four rounds "
                "two teams meet."
            ),
            {"game": "kaleidoskop", "variant": "teams", "round_minutes": 45},
            {**_STAGE, "rounds_planned": 4},
            order=50,
        ),
    )

    def pair(self, terms: RoundTerms, *, progress: Progress | None = None) -> Pairing | NoPairing:
        situation = terms.situation
        if "allow_repeats" in terms.allowances:
            return pair_tables(
                situation, mix=terms.mix, seed=terms.seed, locked=terms.locked, progress=progress
            )
        return pair_swiss(
            situation.entrants,
            terms=_terms_here(terms),
            others=terms.others,
            past=situation.past,
            outcomes=terms.outcomes,
            locked=terms.locked,
            progress=progress,
        )

    def judged(self, pairing: Pairing, *, terms: RoundTerms) -> Pairing:
        situation = terms.situation
        known = super().judged(pairing, terms=terms).remarks
        more = remarks_at(
            pairing.tables,
            situation.entrants,
            terms=_terms_here(terms),
            others=terms.others,
            past=situation.past,
            outcomes=terms.outcomes,
        )
        # Points that differ are told of each table, not of the widest alone.
        kept = (remark for remark in known if remark.code != "spread")
        return replace(pairing, remarks=(*kept, *more))

    def report_code(self, settings: StageSettings) -> str:
        """By the year of the rules' publication; of a running event, those it goes on by."""
        is_old = "2017" in settings.editions and self.edition not in settings.editions
        code = "FIDE_DUTCH_2017" if is_old else "FIDE_DUTCH_2025"
        return f"{code}_BAKU" if settings.is_accelerated else code

    def caution(self, entries: int, *, settings: StageSettings) -> Caution | None:
        """With a round for every opponent, everybody meets everybody: a round robin does it."""
        if entries < _LEAST_FOR_CAUTION or settings.rounds_planned < entries - 1:
            return None
        gaps = {
            "players": entries,
            "rounds": settings.rounds_planned,
            "needed": ROUND_ROBIN.rounds_for(entries, settings=StageSettings()),
        }
        return Caution(
            Sentence(
                gettext_noop(
                    "Players: %(players)d, rounds: %(rounds)d. A Swiss of this length runs out of "
                    "new opponents, and its last rounds may not be drawn."
                ),
                gaps,
            ),
            ROUND_ROBIN.key,
            Sentence(
                gettext_noop(
                    "In a round robin everybody meets everybody once. Rounds: %(needed)d. Nobody "
                    "can join once it has started."
                ),
                gaps,
            ),
        )

    def words(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[Sentence]:
        rounds = {"rounds": settings.rounds_planned}
        yield Sentence(gettext_noop("Swiss system, rounds: %(rounds)d."), rounds)
        yield Sentence(
            gettext_noop("You meet people with about as many points as you have, and nobody twice.")
        )
        if settings.is_accelerated:
            yield Sentence(
                gettext_noop(
                    "Baku acceleration: in rounds 1 to %(rounds)d the upper half of the starting "
                    "numbers is paired as if it had more points."
                ),
                {"rounds": -(-settings.rounds_planned // 2)},
            )
        yield from _edition_in_words(settings.editions)


def _edition_in_words(editions: Mapping[str, int]) -> Iterator[Sentence]:
    """Rounds that were paired by the rules of before keep them; the others go by those of today."""
    since = editions.get(Swiss.edition)
    if "2017" not in editions:
        yield Sentence(
            gettext_noop("Paired by the FIDE Dutch system, rules in force since February 2026.")
        )
    elif since is None:
        yield Sentence(
            gettext_noop("Paired by the FIDE Dutch system, rules in force to January 2026.")
        )
    else:
        yield Sentence(
            gettext_noop(
                "Paired by the FIDE Dutch system: to round %(last)d by the rules in force to "
                "January 2026, from round %(first)d on by those in force since February 2026."
            ),
            {"last": since - 1, "first": since},
        )


def swiss_terms(
    settings: StageSettings,
    *,
    round_number: int,
    apart: Collection[Collection[str]] = (),
    starters: int = 0,
) -> SwissTerms:
    """What the engine is told."""
    return SwissTerms(
        round=round_number,
        rounds_planned=settings.rounds_planned,
        seed=settings.seed,
        points=_points(settings),
        apart=frozenset((first, second) for first, second in map(sorted, apart)),
        accelerated=starters if settings.is_accelerated else 0,
    )


def _terms_here(terms: RoundTerms) -> SwissTerms:
    return swiss_terms(
        terms.settings,
        round_number=terms.situation.round_number,
        apart=terms.situation.forbidden,
        starters=terms.starters,
    )


def _points(settings: StageSettings) -> Points:
    return Points(settings.win_12, settings.draw_12, settings.loss_12, settings.bye_12)


SWISS = Swiss()

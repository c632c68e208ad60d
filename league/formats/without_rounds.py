"""What formats have in common in which no rounds are drawn: tables are made one at a time.

Such a format says who may sit at a table and what a place is worth. When a table is made, and of
whom, is decided elsewhere: by people, the desk or a service, which calls `seat_table`. Everybody
plays as many games as they like, so that the table is ordered by the mean of their games or by the
best of them (`league.standings.keys.free_games`).
"""

from collections.abc import Iterator, Sequence

from games.values import gettext_noop
from league.formats.contract import (
    Format,
    GameAtTable,
    Progress,
    RoundTerms,
    SeatedEntry,
    Sentence,
    SettingFault,
    StageSettings,
)
from league.pairing.field import NoPairing, Pairing, PairingRemark
from league.pairing.sizes import SizeRules


class WithoutRounds(Format):
    """A way to play without rounds."""

    has_rounds = False
    length_follows_field = True  # it is over when the organiser says so, not after some rounds
    no_half_point_byes = gettext_noop("There are no rounds here, so nobody sits one out.")
    after_last = gettext_noop("Finish the event.")

    def rounds_for(self, entries: int, *, settings: StageSettings) -> int:
        return 1

    def sizes(self, settings: StageSettings, *, game: GameAtTable, boards: int | None) -> SizeRules:
        least = max(min(self.table_sizes), game.least_entries)
        most = min(max(self.table_sizes), game.most_entries)
        prefer = max(least, min(settings.table_size, most))
        return SizeRules(prefer=prefer, least=least, most=most, boards=boards)

    def draw(self, terms: RoundTerms, *, progress: Progress | None = None) -> Pairing | NoPairing:
        """Nobody draws a round here."""
        return NoPairing(PairingRemark("no_rounds"), ("finish_stage",))

    pair = draw

    def faults(self, settings: StageSettings, *, game: GameAtTable) -> Iterator[SettingFault]:
        yield from super().faults(settings, game=game)
        if not 1 <= settings.least_games <= _MOST_GAMES:
            yield SettingFault("least_games", Sentence(_FROM_ONE, {"most": _MOST_GAMES}))
        if not 1 <= settings.best_games <= _MOST_GAMES:
            yield SettingFault("best_games", Sentence(_FROM_ONE, {"most": _MOST_GAMES}))

    def counting_words(self, settings: StageSettings) -> Iterator[Sentence]:
        """Which games count, by the keys that the table is ordered by."""
        chain = set(settings.chain)
        if "MEAN" in chain:
            yield Sentence(gettext_noop("The mean of your games counts."))
        if "MIN" in chain:
            yield Sentence(
                gettext_noop(
                    "Anyone who has played fewer than %(games)d games is ranked behind the others."
                ),
                {"games": settings.least_games},
            )
        if chain & {"BEST", "BEST-GAME"}:
            yield Sentence(
                gettext_noop("Your best %(games)d games count."), {"games": settings.best_games}
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
        """Usually the remarks of the table say more: they are stored when it is made."""
        return Sentence(self.opening)


_MOST_GAMES = 99
_FROM_ONE = gettext_noop("A number from 1 to %(most)d.")

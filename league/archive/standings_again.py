"""Standings of a stage made once more, from the rows of an archive and nothing else.

The same as `league.standings.queries` reads from a database, told apart on purpose: a fault there
would be found here.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from league.archive.rows import ArchiveContent, format_in, settings_in
from league.archive.schema import RowOf
from league.standings.bracket import Seeded, Stood
from league.standings.chances.possible import RestOfStage
from league.standings.field import field_of
from league.standings.inputs import (
    Against,
    GameRules,
    OtherGame,
    RoundOutcome,
    Settings,
    SeveralGames,
    UnplayedEdition,
)
from league.standings.keys.bracket_places import states_in
from league.standings.source import (
    RoundSource,
    StageSource,
    inputs_as_played,
    inputs_counted,
    leavers_among,
    was_somebody_away,
)
from league.standings.stored import ORDER, stored_tables

_BYES = {
    "pairing": RoundOutcome.PAIRING_BYE,
    "half": RoundOutcome.HALF_BYE,
    "zero": RoundOutcome.ZERO_BYE,
    "absent": RoundOutcome.ABSENT,
}
_WITHDRAWN, _DRAFT = "withdrawn", "draft"


class StageAgain:
    """One stage of an archive, as standings ask about it."""

    def __init__(self, content: ArchiveContent, stage: RowOf) -> None:
        self.content, self.stage = content, stage
        self.format, self.settings = format_in(stage), settings_in(stage)
        self.columns: Mapping[str, Any] = stage["settings"]
        self.is_first = stage["order"] == 1
        self.rounds = sorted(
            (r for r in content.of("rounds", "stage", stage["id"]) if r["status"] != _DRAFT),
            key=lambda round_: round_["number"],
        )
        self.field = self._field()

    def _field(self) -> list[tuple[RowOf, int]]:
        """Entries with a starting number here, in its order."""
        entries = self.content.by_id["entries"]
        if self.is_first:
            numbered = [(e, e["seed"]) for e in entries.values() if e["seed"] is not None]
        else:
            places = self.content.of("stage_entries", "stage", self.stage["id"])
            numbered = [(entries[place["entry"]], place["seed"]) for place in places]
        return sorted(numbered, key=lambda row: row[1])

    @property
    def at_start(self) -> list[RowOf]:
        return [e for e, _seed in self.field if not self.is_first or e["first_round"] == 1]

    @property
    def withdrawn(self) -> list[str]:
        return [entry["id"] for entry, _seed in self.field if entry["status"] == _WITHDRAWN]

    def source(self) -> StageSource:
        gone = self.withdrawn if self.format.strikes_leavers else []
        rounds, groups = [self._round(round_) for round_ in self.rounds], self.columns["groups"]
        asks_who_came = self.format.strikes_leavers and (
            gone or was_somebody_away(rounds, entries=len(self.field))
        )
        return StageSource(
            entries=[
                (entry["id"], seed, entry["rating"], groups.get(entry["id"], ""))
                for entry, seed in self.field
            ],
            rounds=rounds,
            games_planned=self.content.games_of_stage(self.stage),
            game="",
            rules=self._rules(),
            lots_seed=self.columns["seed"],
            settings=self._tiebreak_settings(),
            scheme=self.format.scheme(self.settings, game=self.content.game_of_stage(self.stage)),
            gone=gone,
            schedule=self._schedule() if asks_who_came else (),
            bracket=self._seeded(),
        )

    def _round(self, round_: RowOf) -> RoundSource:
        of, matches = self.content.of, self.content.of("matches", "round", round_["id"])
        results = self.content.by_id["results"]
        return RoundSource(
            number=round_["number"],
            higher_score_wins=self.content.game_here(round_).scoring != "lower",
            matches=[
                (m["id"], m["slot"]) for m in sorted(matches, key=lambda match: match["table"])
            ],
            seats=[
                (seat["match"], seat["entry"], seat["letter"])
                for match in matches
                for seat in of("seats", "match", match["id"])
            ],
            results=[
                (game["match"], game["number"], json.dumps(results[game["result"]]["sides"]))
                for match in matches
                for game in of("games", "match", match["id"])
                if game["result"] is not None
            ],
            byes=[(bye["entry"], _BYES[bye["kind"]]) for bye in of("byes", "round", round_["id"])],
        )

    def _rules(self) -> GameRules:
        if any(round_["plays_own_game"] for round_ in self.rounds):
            return SeveralGames()
        game = self.content.game_of_stage(self.stage)
        return game.rules or OtherGame(higher_score_wins=game.scoring == "higher")

    def _tiebreak_settings(self) -> Settings:
        columns = self.columns
        return Settings(
            edition=UnplayedEdition(columns["tiebreak_edition"]),
            spread_against=Against(columns["spread_against"]),
            spread_cap=columns["spread_cap"],
            forfeits_are_games=self.format.forfeits_are_games,
            rounds_planned=self.format.rounds_for(len(self.field), settings=self.settings),
            koya_draws=columns["koya_draws"],
            has_rounds=self.format.has_rounds,
            least_games=self.settings.least_games,
            best_games=self.settings.best_games,
        )

    def _schedule(self) -> list[tuple[tuple[str, ...], ...]]:
        entries = [entry["id"] for entry in self.at_start]
        rounds = self.format.schedule_after(
            0, entries=entries, left=frozenset(), settings=self.settings
        )
        return [*[()] * self.columns["rounds_before"], *(round_.tables for round_ in rounds or ())]

    def _seeded(self) -> Seeded | None:
        if not self.format.has_bracket:
            return None
        entries = [entry["id"] for entry in self.at_start]
        drawn = self.format.bracket(entries, settings=self.settings)
        gone = frozenset(e["id"] for e in self.at_start if e["status"] == _WITHDRAWN)
        before = self.columns["rounds_before"]
        return drawn and replace(drawn, gone=gone, rounds_before=before, stood=self._stood())

    def _stood(self) -> dict[str, Stood]:
        told = self.columns.get("stood", {})  # younger than the schema
        return {
            slot: Stood(tuple(each["order"]), tuple(each["passed"])) for slot, each in told.items()
        }

    def rest(self, source: StageSource) -> RestOfStage:
        """What is left to play, from which the ranks that can still come are told."""
        gone = frozenset(self.withdrawn)
        not_met = gone
        if gone and self.format.strikes_leavers:
            leavers = leavers_among(source)
            not_met = frozenset(leaver.entry for leaver in leavers if leaver.is_struck)
        entries = [entry["id"] for entry in self.at_start]
        return RestOfStage(
            rounds_planned=self._rounds_to_play(source),
            gone=gone,
            ahead=self.format.schedule_after(
                len(self.rounds), entries=entries, left=not_met, settings=self.settings
            ),
            games=self.content.games_of_stage(self.stage),
            forfeits=self.content.event["counts_forfeits"],
            has_rounds=self.format.has_rounds,
        )

    def _rounds_to_play(self, source: StageSource) -> int:
        planned = self.format.rounds_for(len(self.at_start), settings=self.settings)
        if self.format.has_bracket and not self.format.length_follows_field:
            planned = self.settings.rounds_planned
        if not self.format.has_bracket or len(self.rounds) != planned - 1:
            return planned
        field = field_of(inputs_as_played(source), scheme=source.scheme)
        return planned - any(state.is_needless for state in states_in(field))


def tables_again(
    content: ArchiveContent, stage: RowOf
) -> tuple[dict[int, list[RowOf]], dict[str, Any]]:
    """The rows of the tables after each round, and what the rounds gave, by entry."""
    again = StageAgain(content, stage)
    source = again.source()
    made = stored_tables(
        inputs_counted(source),
        chain=again.columns["chain"],
        scheme=source.scheme,
        rest=again.rest(source),
    )
    tables = {
        number: list(_rows(piece.text for at, piece in table.pieces.items() if at != ORDER))
        for number, table in made.tables.items()
    }
    return tables, {entry: json.loads(piece.text) for entry, piece in made.rounds.items()}


def _rows(pages: Iterator[str]) -> Iterator[RowOf]:
    for page in pages:
        yield from json.loads(page)

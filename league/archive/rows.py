"""The content of an archive as rows that can be asked: what belongs to a match, and where it is."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from games.contract import Rules
from games.registry import rules_of
from games.values import Setup
from league.archive.schema import BY_NAME, RowOf
from league.formats.contract import Format, StageSettings
from league.formats.registry import format_of

_HIGHER, _LOWER = "higher", "lower"


@dataclass(frozen=True)
class GameHere:
    """The game of an event, a stage or a round, as formats and results ask about it."""

    key: str
    scoring: str
    least_entries: int
    most_entries: int
    variant: str
    edition: str

    @property
    def rules(self) -> Rules | None:
        return rules_of(self.key)


def game_of(columns: RowOf) -> GameHere:
    """By the columns that name a game, refereed or not."""
    rules = rules_of(columns["game"])
    named = {"variant": columns["variant"], "edition": columns["edition"]}
    if rules is None:
        least, most = columns["other_least"], columns["other_most"]
        return GameHere("other", columns["other_scoring"], least, most, **named)
    numbers = rules.variants[columns["variant"]]
    team = len(rules.play.sides(Setup(max(numbers), columns["variant"]))[0])
    scoring = _HIGHER if rules.higher_score_wins else _LOWER
    return GameHere(columns["game"], scoring, min(numbers) // team, max(numbers) // team, **named)


@dataclass(frozen=True)
class Place:
    """Where in an event something stands; nothing: in no match."""

    round: int = 0
    table: int = 0
    game: int = 0
    stage: int = 0  # its order


class ArchiveContent:
    """All rows by kind and id."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.event: RowOf = content["event"]
        self.rows: Mapping[str, list[RowOf]] = {name: content.get(name, []) for name in BY_NAME}

    @cached_property
    def by_id(self) -> Mapping[str, Mapping[str, RowOf]]:
        return {
            name: {row["id"]: row for row in rows}
            for name, rows in self.rows.items()
            if "id" in BY_NAME[name].columns
        }

    @cached_property
    def _grouped(self) -> dict[tuple[str, str], dict[str, list[RowOf]]]:
        return {}

    def of(self, kind: str, by: str, value: str) -> list[RowOf]:
        """The rows of a kind that name something, in order."""
        grouped = self._grouped.get((kind, by))
        if grouped is None:
            grouped = defaultdict(list)
            for row in self.rows[kind]:
                grouped[row[by]].append(row)
            self._grouped[kind, by] = grouped
        return grouped.get(value, [])

    def round_of(self, match: RowOf) -> RowOf:
        return self.by_id["rounds"][match["round"]]

    def stage_of(self, round_: RowOf) -> RowOf:
        return self.by_id["stages"][round_["stage"]]

    def game_here(self, round_: RowOf) -> GameHere:
        if round_["plays_own_game"]:
            return game_of(round_)
        return self.game_of_stage(self.stage_of(round_))

    def game_of_stage(self, stage: RowOf) -> GameHere:
        settings = stage["settings"]
        return game_of(settings if settings["plays_own_game"] else self.event)

    def games_of_stage(self, stage: RowOf) -> int:
        games: int = stage["settings"]["games_per_match"] or self.event["games_per_match"]
        return games

    def place_of(self, kind: str, row: RowOf) -> Place:
        """As people would look for it."""
        match = self._match_of(kind, row)
        if match is None:
            round_ = row if kind == "rounds" else self._named("rounds", row, "round")
            stage = row if kind == "stages" else self._named("stages", row, "stage")
            order = stage["order"] if stage and not round_ else 0
            return Place(round=round_["number"] if round_ else 0, stage=order)
        round_ = self._named("rounds", match, "round")
        number = round_["number"] if round_ else 0
        owner = self._named("submissions", row, "submission") or row
        game = row["number"] if kind == "games" else row.get("game", owner.get("game", 0))
        return Place(round=number, table=match["table"], game=game)

    def _match_of(self, kind: str, row: RowOf) -> RowOf | None:
        if kind == "matches":
            return row
        owner = row if "match" in row else self._named("submissions", row, "submission")
        return self._named("matches", owner, "match") if owner else None

    def _named(self, kind: str, row: RowOf, by: str) -> RowOf | None:
        return self.by_id[kind].get(row.get(by) or "")


def format_in(stage: RowOf) -> Format:
    return format_of(stage["kind"])


def settings_in(stage: RowOf) -> StageSettings:
    """What the format asks about; a setting that an older file does not have is the usual one."""
    known = StageSettings.__dataclass_fields__
    columns = {k: v for k, v in stage["settings"].items() if k in known}
    if columns.get("plays_until"):
        columns["plays_until"] = date.fromisoformat(columns["plays_until"])
    return StageSettings(**columns)

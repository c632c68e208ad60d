"""What each entry of a table got, as every page writes it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.models.game_played import Scoring

FORFEIT = "×"

Figures = tuple[tuple[str, str], ...]  # label and value


@dataclass(frozen=True)
class SideSaid:
    """What an entry is said to have got."""

    entry: str
    name: str
    letters: str  # where it sat
    score: str  # empty where only places count
    place: int | None
    figures: Figures = ()  # the game's own, by their labels


@dataclass(frozen=True)
class SidesBeside:
    """An entry as claimed and as the rules give it."""

    name: str
    claimed: SideSaid | None
    replayed: SideSaid | None

    @property
    def differs(self) -> bool:
        if self.claimed is None or self.replayed is None:
            return True
        mine, theirs = self.claimed, self.replayed
        return (mine.score.rstrip("+"), mine.place) != (theirs.score, theirs.place)


def sides_said(
    sides: Iterable[Mapping[str, Any]],
    *,
    names: Mapping[str, str],
    scoring: str,
    figures: Mapping[str, Figures] = {},
    above: Collection[str] = (),
) -> tuple[SideSaid, ...]:
    """The best first. `above` are entries that stand above others with the same score."""
    return tuple(
        SideSaid(
            entry=side["entry"],
            name=names[side["entry"]],
            letters=side["seats"],
            score=score_said(side, scoring=scoring) + ("+" if side["entry"] in above else ""),
            place=None if side["forfeited"] else side["rank"],
            figures=figures.get(side["entry"], ()),
        )
        for side in sorted(sides, key=lambda side: (int(side["rank"]), str(side["seats"])))
    )


def score_said(side: Mapping[str, Any], *, scoring: str) -> str:
    if side["forfeited"]:
        return FORFEIT
    return "" if scoring == Scoring.PLACES else str(side["score"])


def sides_beside(claimed: Sequence[SideSaid], replayed: Sequence[SideSaid]) -> list[SidesBeside]:
    """Nothing where one of them is not known; the best first."""
    if not claimed or not replayed:
        return []
    mine = {side.entry: side for side in claimed}
    theirs = {side.entry: side for side in replayed}
    entries = dict.fromkeys([*theirs, *mine])
    names = {side.entry: side.name for side in (*claimed, *replayed)}
    return [SidesBeside(names[e], mine.get(e), theirs.get(e)) for e in entries]

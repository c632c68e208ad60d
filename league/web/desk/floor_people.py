"""Who is at no table in an open evening, as the desk sees them: ready, free, or pausing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from league.events.queries.evening import GameOffered, PersonHere, evening_now, floor_of
from league.events.queries.namesakes import official_names
from league.models import Event, Stage
from league.pairing.evening import table_to_make
from league.permissions import Actor


@dataclass(frozen=True)
class PersonOnFloor:
    """Somebody at no table."""

    entry: str
    name: str
    since: datetime | None = None
    is_paused: bool = False
    wishes: Sequence[str] = ()  # names of games; empty: whatever is played


@dataclass(frozen=True)
class FloorAtDesk:
    ready: Sequence[PersonOnFloor]
    free: Sequence[PersonOnFloor]
    paused: Sequence[PersonOnFloor]
    playing: int
    games: Sequence[GameOffered]
    next_names: Sequence[str] = ()  # of those whom a table would be made of now

    @property
    def has_choice(self) -> bool:
        return len(self.games) > 1

    @property
    def people(self) -> list[PersonOnFloor]:
        """Whom the desk may seat by hand, those who are ready first."""
        return [*self.ready, *self.free, *self.paused]


def floor_at_desk(event: Event, stage: Stage, *, reader: Actor) -> FloorAtDesk:
    now = evening_now(stage)
    names = official_names(event, reader=reader)
    games = {game.key: game.played.name for game in now.games}

    def shown(person: PersonHere) -> PersonOnFloor:
        wishes = [games[key] for key in person.wishes if key in games]
        return PersonOnFloor(
            person.entry.pk, names[person.entry.pk], person.since, person.is_paused, wishes
        )

    free = [shown(person) for person in now.free]
    proposed = table_to_make(floor_of(now), is_forced=True) if len(now.ready) > 1 else None
    return FloorAtDesk(
        ready=[shown(person) for person in now.ready],
        free=[one for one in free if not one.is_paused],
        paused=[one for one in free if one.is_paused],
        playing=now.playing,
        games=now.games,
        next_names=[names[entry] for entry in proposed.entries] if proposed else (),
    )

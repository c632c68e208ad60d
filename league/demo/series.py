"""The demo's series of six evenings: four are over, one runs, one takes entries.

The first, the fifth and the sixth are events of the programme; those between are played for the
series alone, and mostly by the same people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from league.demo.programme import CHRUDIM, OLOMOUC, EventBilled, Until


@dataclass(frozen=True)
class SeriesBilled:
    club: str
    name: str
    guests_of: Sequence[str]  # clubs whose players come, too
    events: Sequence[EventBilled | str]  # by name: one that the programme puts on
    settings: Mapping[str, object] = field(default_factory=dict)


def _evening(number: int, *, days_ago: int, **more: object) -> EventBilled:
    return EventBilled(
        OLOMOUC.name,
        f"Podzimní večer {number}",
        "evening",
        Until.FINISHED,
        starts=timedelta(days=-days_ago),
        entries=12,
        rounds=3,
        **{"settings": {"rounds_planned": 3, "place": "Dům dětí, klubovna"}, **more},  # type: ignore[arg-type]
    )


AUTUMN = SeriesBilled(
    OLOMOUC.name,
    "Olomoucká podzimní liga",
    (CHRUDIM.name,),
    (
        "Velký Triolet",
        _evening(2, days_ago=35),
        _evening(
            3,
            days_ago=28,
            has_records=True,
            settings={"game": "twisty", "rounds_planned": 3, "place": "Dům dětí, klubovna"},
        ),
        _evening(4, days_ago=14),
        "Večer u Kaleidoskopu",
        "Úterky s Kaleidoskopem",
    ),
    {
        "about": "Šest večerů od října do prosince. Počítají se tři nejlepší.",
        "best": 3,
        "planned": 6,
        "bonus": 1,
        "guests": "apart",
    },
)
SERIES = (AUTUMN,)

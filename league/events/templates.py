"""Ready-made events: what an organiser starts from. Everything in them can be adjusted later.

Values are those of the columns of an event and of its stage. The texts are English and marked for
translation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.contract import gettext_noop
from league.standings.chains import ROUND_ROBIN_CHAIN, SWISS_CHAIN, TABLES_CHAIN

Values = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Template:
    key: str
    name: str
    summary: str
    event: Values = field(default_factory=dict)
    stage: Values = field(default_factory=dict)

    @property
    def fixes_game(self) -> bool:
        """It is made for one game; otherwise the organiser says which."""
        return "game" in self.event


_FOR_TABLES = {"kind": "tables", "scheme": "equal", "chain": list(TABLES_CHAIN)}
_SWISS = {"kind": "swiss", "chain": list(SWISS_CHAIN)}
_ROUND_ROBIN = {"kind": "round_robin", "chain": list(ROUND_ROBIN_CHAIN)}

TEMPLATES = (
    Template(
        "evening",
        gettext_noop("Club evening: 4 rounds, tables of 3–4"),
        gettext_noop(
            "Everybody plays every round at a table of four or three with new people. Good for "
            "any number from six on, in about four hours."
        ),
        {"round_minutes": 45},
        {**_FOR_TABLES, "rounds_planned": 4, "table_size": 4},
    ),
    Template(
        "beginners",
        gettext_noop("First evening: 3 rounds for beginners, tables of 3–4"),
        gettext_noop(
            "For people who play the game for the first time: longer rounds, and the score sheet "
            "on the phone shows what is allowed. It does not count for ratings."
        ),
        {"round_minutes": 60, "sheet_help": "full", "is_rated": False},
        {**_FOR_TABLES, "rounds_planned": 3, "table_size": 4},
    ),
    Template(
        "swiss",
        gettext_noop("Two-player Swiss, 7 rounds"),
        gettext_noop(
            "Two at a table; in each round you meet somebody with about as many points. Good for "
            "16 to 100 players and a whole day."
        ),
        {"round_minutes": 40},
        {**_SWISS, "rounds_planned": 7},
    ),
    Template(
        "round_robin",
        gettext_noop("Round robin for 8"),
        gettext_noop("Two at a table; everybody meets everybody once, in seven rounds."),
        {"round_minutes": 40, "entry_limit": 8},
        {**_ROUND_ROBIN, "rounds_planned": 7},
    ),
    Template(
        "teams",
        gettext_noop("Team evening: Kaleidoskop for teams of two"),
        gettext_noop(
            "Partners enter together and sit across from each other; in each of four rounds two "
            "teams meet."
        ),
        {"game": "kaleidoskop", "variant": "teams", "round_minutes": 45},
        {**_SWISS, "rounds_planned": 4},
    ),
)


def template_of(key: str) -> Template | None:
    return next((template for template in TEMPLATES if template.key == key), None)

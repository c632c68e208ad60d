"""The demo's clubs and events: what is on, where, and how far each event has come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from enum import Enum

Values = Mapping[str, object]

_EVENING = time(18)
_QUARTER_MIN = 15
_TUESDAY, _THURSDAY, _SATURDAY = 1, 3, 5


class Until(Enum):
    """Where the demo leaves an event."""

    DRAFT = "nobody knows of it yet"
    OPEN = "people sign up"
    ARRIVING = "check-in: some are here"
    READY = "started, no round drawn yet"
    DRAWN = "a draft is on the desk"
    PLAYING = "results come in, one table is late"
    ON_SHEETS = "tables keep score on sheets, in the middle of a game"
    FINISHED = "over"
    ARCHIVED = "put away"


@dataclass(frozen=True)
class ClubBilled:
    name: str
    town: str
    country: str
    players: int
    about: str = ""


@dataclass(frozen=True)
class CategoryBilled:
    name: str
    every: int  # so many entries are one of it
    is_shown: bool = True


@dataclass(frozen=True)
class EventBilled:
    club: str
    name: str
    template: str
    until: Until
    starts: timedelta  # from now; by whole days: in the evening
    weekday: int | None = None  # not before `starts`
    entries: int = 0
    rounds: int = 0  # that are closed
    guests_of: Sequence[str] = ()  # clubs whose players come, too
    applicants: Sequence[str] = ()  # guests who wait for approval
    has_eva: bool = False
    has_records: bool = False  # games are handed in by phone and verified
    arbiter: str = ""  # a login name
    settings: Values = field(default_factory=dict)
    games: Sequence[Values | None] = ()  # of single rounds; None: the event's
    categories: Sequence[CategoryBilled] = ()
    prizes: Sequence[tuple[str, int, str]] = ()  # category or "", place, what


def starts_at(billed: EventBilled, *, now: datetime) -> datetime:
    """When it starts, or did: today at a quarter, on other days in the evening."""
    at = now + billed.starts
    if abs(billed.starts) < timedelta(days=1):
        past_quarter = timedelta(minutes=at.minute % _QUARTER_MIN, seconds=at.second)
        return (at - past_quarter).replace(microsecond=0)
    if billed.weekday is not None:
        at += timedelta(days=(billed.weekday - at.weekday()) % 7)
    return datetime.combine(at.date(), _EVENING, tzinfo=at.tzinfo)


OLOMOUC = ClubBilled(
    "Klub deskových her Olomouc",
    "Olomouc",
    "CZ",
    38,
    "Hrajeme každé úterý od šesti v Domě dětí. Nováčci jsou vítáni, hry půjčíme a pravidla "
    "vysvětlíme.",
)
BRNO = ClubBilled("Hexa Brno", "Brno", "CZ", 64, "Kaleidoskop a Triolet, turnaje jednou za měsíc.")
PRAHA = ClubBilled("Čtyři rohy Praha", "Praha", "CZ", 27, "Abstraktní hry v kavárně na Žižkově.")
BRATISLAVA = ClubBilled(
    "Herňa Bratislava",
    "Bratislava",
    "SK",
    31,
    "Spoločenské hry pre deti aj dospelých, každý štvrtok.",
)
ZILINA = ClubBilled("Kocka Žilina", "Žilina", "SK", 12)
CHRUDIM = ClubBilled("Chrudimští hráči", "Chrudim", "CZ", 9)
HOSTILE = ClubBilled(
    "Spolek zvláštních jmen", "Brno", "CZ", 0, "Jména, která nesmějí nic rozbít."
)  # its players are those of league.demo.chance.HOSTILE_NAMES
CLUBS = (OLOMOUC, BRNO, PRAHA, BRATISLAVA, ZILINA, CHRUDIM, HOSTILE)

_AZUL = {
    "game": "other",
    "other_name": "Azul",
    "other_least": 2,
    "other_most": 4,
    "other_scoring": "higher",
}

EVENTS = (
    EventBilled(
        OLOMOUC.name,
        "Večer u Kaleidoskopu",
        "evening",
        Until.PLAYING,
        starts=timedelta(hours=-2),
        entries=27,
        rounds=1,
        guests_of=(CHRUDIM.name,),
        has_eva=True,
        arbiter="petr",
        settings={
            "place": "Dům dětí, velký sál",
            "about": "Čtyři kola, každé s novými lidmi. Občerstvení v bufetu do devíti.",
            "boards": 8,
        },
        categories=(
            CategoryBilled("děti do 12 let", every=4),
            CategoryBilled("členové klubu", every=3, is_shown=False),
        ),
        prizes=(
            ("", 1, "Kaleidoskop a pohár"),
            ("", 2, "poukaz na 500 Kč"),
            ("", 3, "poukaz na 300 Kč"),
            ("děti do 12 let", 1, "hra Twisty"),
            ("děti do 12 let", 2, "čokoláda"),
            ("členové klubu", 1, "klubové tričko"),
        ),
    ),
    EventBilled(
        OLOMOUC.name,
        "Twisty pro dva",
        "swiss",
        Until.DRAWN,
        starts=timedelta(hours=-1),
        entries=11,
        rounds=2,
        settings={
            "game": "twisty",
            "games_per_match": 3,
            "rounds_planned": 5,
            "place": "Dům dětí, klubovna",
        },
    ),
    EventBilled(
        OLOMOUC.name,
        "Kaleidoskop ve dvojicích",
        "teams",
        Until.READY,
        starts=timedelta(0),
        entries=8,
        guests_of=(PRAHA.name,),
    ),
    EventBilled(
        OLOMOUC.name,
        "Triolet o pohár Hané",
        "evening",
        Until.OPEN,
        starts=timedelta(days=9),
        weekday=_SATURDAY,
        entries=14,
        applicants=("Tobiáš Krátký",),
        has_eva=True,
        settings={
            "game": "triolet",
            "entry_limit": 12,
            "place": "Dům dětí, velký sál",
            "about": "Přihlaste se předem, stolů je málo. Kdo se nevejde, čeká v pořadí.",
        },
    ),
    EventBilled(
        OLOMOUC.name,
        "Úterky s Kaleidoskopem",
        "evening",
        Until.OPEN,
        starts=timedelta(days=1),
        weekday=_TUESDAY,
        entries=9,
    ),
    EventBilled(OLOMOUC.name, "O zlatou kostku", "evening", Until.DRAFT, starts=timedelta(days=33)),
    EventBilled(
        OLOMOUC.name,
        "Velký Triolet",
        "evening",
        Until.FINISHED,
        starts=timedelta(days=-45),
        entries=13,
        rounds=3,
        guests_of=(CHRUDIM.name,),
        has_eva=True,
        has_records=True,
        settings={"game": "triolet", "rounds_planned": 3},
        categories=(CategoryBilled("nováčci", every=3), CategoryBilled("do 15 let", every=4)),
        prizes=(
            ("", 1, "pohár a hra Triolet"),
            ("", 2, "kniha o hrách"),
            ("", 3, "sada kostek"),
            ("nováčci", 1, "hra Polyssimo"),
            ("do 15 let", 1, "puzzle"),
        ),
    ),
    EventBilled(
        OLOMOUC.name,
        "Dvojice na zahradě",
        "teams",
        Until.ARCHIVED,
        starts=timedelta(days=-200),
        entries=6,
        rounds=3,
        has_records=True,
        settings={"rounds_planned": 3},
    ),
    EventBilled(
        BRNO.name,
        "Brněnský Kaleidoskop",
        "evening",
        Until.FINISHED,
        starts=timedelta(days=-16),
        weekday=_SATURDAY,
        entries=120,
        rounds=3,
        guests_of=(OLOMOUC.name, PRAHA.name, CHRUDIM.name),
        settings={"rounds_planned": 3, "place": "Sokolovna Židenice"},
    ),
    EventBilled(
        BRNO.name,
        "Brněnská liga, 3. kolo",
        "swiss",
        Until.OPEN,
        starts=timedelta(days=5),
        entries=6,
    ),
    EventBilled(
        PRAHA.name,
        "Přebor Žižkova",
        "round_robin",
        Until.FINISHED,
        starts=timedelta(days=-9),
        entries=6,
        rounds=5,
        has_records=True,
        settings={"game": "polyssimo", "rounds_planned": 5},
    ),
    EventBilled(
        BRATISLAVA.name,
        "Večer štyroch hier",
        "evening",
        Until.FINISHED,
        starts=timedelta(days=-13),
        weekday=_THURSDAY,
        entries=11,
        rounds=4,
        settings={"language": "sk", "about": "V každom kole iná hra."},
        games=(None, {"game": "polyssimo"}, {"game": "twisty"}, _AZUL),
    ),
    EventBilled(
        BRATISLAVA.name,
        "Štvrtkový Polyssimo",
        "evening",
        Until.OPEN,
        starts=timedelta(days=1),
        weekday=_THURSDAY,
        entries=7,
        settings={"game": "polyssimo", "language": "sk"},
    ),
    EventBilled(
        ZILINA.name,
        "Osadníci v Žiline",
        "evening",
        Until.FINISHED,
        starts=timedelta(days=-30),
        entries=8,
        rounds=2,
        settings={
            "game": "other",
            "other_name": "Osadníci z Katanu",
            "other_least": 3,
            "other_most": 4,
            "rounds_planned": 2,
            "round_minutes": 90,
            "language": "sk",
        },
    ),
    EventBilled(
        CHRUDIM.name,
        "Ubongo v Chrudimi",
        "evening",
        Until.ARRIVING,
        starts=timedelta(minutes=45),
        entries=8,
        settings={
            "game": "other",
            "other_name": "Ubongo",
            "other_least": 2,
            "other_most": 4,
            "other_scoring": "places",
            "rounds_planned": 3,
            "round_minutes": 30,
        },
    ),
    EventBilled(
        HOSTILE.name,
        "Zvláštní jména u stolu",
        "evening",
        Until.FINISHED,
        starts=timedelta(days=-3),
        entries=11,
        rounds=2,
        has_records=True,
        settings={"game": "twisty", "rounds_planned": 2},
    ),
    EventBilled(  # long enough for ratings that are not provisional any more
        OLOMOUC.name,
        "Zimní liga Trioletu",
        "swiss",
        Until.FINISHED,
        starts=timedelta(days=-90),
        entries=18,
        rounds=11,
        guests_of=(CHRUDIM.name,),
        has_eva=True,
        settings={"game": "triolet", "rounds_planned": 11, "place": "Dům dětí, klubovna"},
    ),
    EventBilled(
        OLOMOUC.name,
        "Kaleidoskop na archu",
        "evening",
        Until.ON_SHEETS,
        starts=timedelta(minutes=-75),
        entries=12,
        rounds=1,
        has_eva=True,
        arbiter="petr",
        settings={
            "place": "Dům dětí, malý sál",
            "about": "Tahy píšeme do telefonu, rozhodčí hlídá pravidla. Papír netřeba.",
        },
    ),
    EventBilled(
        BRATISLAVA.name,
        "Twisty pre začiatočníkov",
        "evening",
        Until.ON_SHEETS,
        starts=timedelta(minutes=-60),
        entries=8,
        rounds=1,
        settings={
            "game": "twisty",
            "sheet_help": "full",
            "is_rated": False,
            "language": "sk",
            "about": "Hráte prvý raz? Hárok v telefóne ukáže, kam sa dá ísť.",
        },
    ),
    EventBilled(
        BRNO.name,
        "Triolet bez papíru",
        "evening",
        Until.ON_SHEETS,
        starts=timedelta(minutes=-80),
        entries=8,
        rounds=1,
        settings={"game": "triolet", "place": "Sokolovna Židenice"},
    ),
    EventBilled(
        PRAHA.name,
        "Polyssimo ve dvou",
        "swiss",
        Until.ON_SHEETS,
        starts=timedelta(minutes=-70),
        entries=6,
        rounds=1,
        settings={"game": "polyssimo", "rounds_planned": 4, "place": "kavárna na Žižkově"},
    ),
)

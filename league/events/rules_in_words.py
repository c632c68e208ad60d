"""The rules of an event in plain words, from its settings.

Pure: settings come in as plain values, sentences go out as a text and what fills its gaps. The
texts are English and marked for translation.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.values import gettext_noop
from league.formats.contract import Sentence

Settings = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Chapter:
    key: str
    title: str
    sentences: tuple[Sentence, ...]


def chapters(settings: Settings) -> tuple[Chapter, ...]:
    """What players should know, in the order in which it matters to them."""
    parts = (
        ("game", gettext_noop("The game"), _game),
        ("format", _format_title(settings), _format),
        ("stages", gettext_noop("Later stages"), _stages),
        ("points", gettext_noop("Points"), _points),
        ("order", gettext_noop("Order of the table"), _order),
        ("entries", gettext_noop("Entries and check-in"), _entries),
        ("results", gettext_noop("Results"), _results),
        ("sheets", gettext_noop("Score sheets"), _sheets),
        ("prizes", gettext_noop("Prizes"), _prizes),
    )
    all_chapters = (Chapter(key, title, tuple(tell(settings))) for key, title, tell in parts)
    return tuple(chapter for chapter in all_chapters if chapter.sentences)


def _format_title(settings: Settings) -> str:
    if settings["has_rounds"]:
        return gettext_noop("Rounds and tables")
    return gettext_noop("How games come about")


_SCORING = {
    "higher": gettext_noop("The higher score wins."),
    "lower": gettext_noop("The lower score wins."),
    "places": gettext_noop("Only places are kept, no scores."),
}
_MATCH = {
    1: gettext_noop("A match is one game."),
    2: gettext_noop("A match is two games; in the second one the other side starts."),
    3: gettext_noop("A match is best of three games."),
    5: gettext_noop("A match is best of five games."),
}
TIME_RULES = {
    "turn": gettext_noop("When time is called, the player whose turn it is finishes it."),
    "round": gettext_noop(
        "When time is called, the round of turns is finished, so that everybody has had the same "
        "number."
    ),
    "stop": gettext_noop("When time is called, play stops at once."),
}


def _which_game(settings: Settings) -> Iterator[Sentence]:
    if settings["is_refereed"]:
        yield Sentence(
            gettext_noop("The game is %(game)s (%(variant)s)."),
            {"game": settings["game_name"], "variant": settings["variant_name"]},
        )
        if settings["edition"] != "standard":
            yield Sentence(gettext_noop("Edition: %(edition)s."), {"edition": settings["edition"]})
    else:
        yield Sentence(
            gettext_noop("The game is %(game)s. Arbitr does not check its rules."),
            {"game": settings["game_name"]},
        )
        yield Sentence(_SCORING[settings["scoring"]])


def _game(settings: Settings) -> Iterator[Sentence]:
    yield from _which_game(settings)
    if settings["team_size"] == 2:
        yield Sentence(gettext_noop("Two players enter together as a team."))
    yield Sentence(_MATCH[settings["games_per_match"]])
    yield from _clock(settings)


def _clock(settings: Settings) -> Iterator[Sentence]:
    has_rounds = settings["has_rounds"]
    if settings["round_minutes"] and has_rounds:
        yield Sentence(
            gettext_noop("A round lasts %(minutes)d minutes."),
            {"minutes": settings["round_minutes"]},
        )
        yield Sentence(TIME_RULES[settings["time_rule"]])
    else:
        yield Sentence(
            gettext_noop("Rounds are played without a clock.")
            if has_rounds
            else gettext_noop("Games are played without a clock.")
        )


_SEEDING = {
    "rating": gettext_noop("Starting numbers go by rating, the rest by lots."),
    "entered": gettext_noop("Starting numbers go by the order of entry."),
    "lots": gettext_noop("Starting numbers are drawn by lots."),
}


def _format(settings: Settings) -> Iterator[Sentence]:
    yield from settings["format_words"]
    if not settings["plays_alone"]:
        yield Sentence(_SEEDING[settings["seeding"]])
    if settings["boards"] and settings["has_rounds"]:
        yield Sentence(
            gettext_noop("Boards available: %(boards)d. Players without one have a bye, in turn."),
            {"boards": settings["boards"]},
        )


_TAKES = {
    "all": gettext_noop("%(stage)s: everybody goes on."),
    "places": gettext_noop(
        "%(stage)s: everybody up to place %(places)d goes on; after groups, of each group."
    ),
    "choice": gettext_noop("%(stage)s: the organisers choose who goes on."),
}


def _stages(settings: Settings) -> Iterator[Sentence]:
    """Those after the first: who goes on, and what is other there."""
    for stage in settings["later_stages"]:
        gaps = {"stage": stage["stage"], "places": stage["takes_places"]}
        yield Sentence(_TAKES[stage["takes"]], gaps)
        if stage["takes"] == "places" and stage["takes_next"]:
            yield Sentence(
                gettext_noop("Besides, the best of those one place behind go on: %(number)d."),
                {"number": stage["takes_next"]},
            )
        yield from stage["format_words"]
        if stage["on_earlier_stages"]:
            yield Sentence(stage["on_earlier_stages"])
        if stage["plays_own_game"]:
            yield from _which_game(stage)
        if stage["games_per_match"]:
            yield Sentence(_MATCH[stage["games_per_match"]])
        if not stage["has_bracket"]:  # which orders the table by itself
            yield from _points(stage)
            yield from _tiebreaks(stage)


def _tiebreaks(stage: Settings) -> Iterator[Sentence]:
    """Of a later stage, by their names."""
    if stage["tiebreaks"]:
        text = (
            gettext_noop("With equal points these decide: %(tiebreaks)s.")
            if stage["has_points_first"]
            else gettext_noop("The table is ordered by: %(tiebreaks)s.")
        )
        yield Sentence(text, {"tiebreaks": stage["tiebreaks"]})


def _points(settings: Settings) -> Iterator[Sentence]:
    if settings["is_solo"]:
        yield Sentence(gettext_noop("The score of a game is its points."))
    elif settings["draw"]:
        yield Sentence(
            gettext_noop("Points for a win: %(win)s, a draw: %(draw)s, a loss: %(loss)s."),
            {name: settings[name] for name in ("win", "draw", "loss")},
        )
    else:
        for size, numbers in settings["points_by_size"].items():
            yield Sentence(
                gettext_noop("Points by place at a table of %(size)d: %(points)s."),
                {"size": size, "points": numbers},
            )
        yield Sentence(gettext_noop("Those who share a place share its points."))
    if settings["bye"] and not settings["is_solo"]:
        yield Sentence(gettext_noop("Points for a bye: %(points)s."), {"points": settings["bye"]})


def _order(settings: Settings) -> Iterator[Sentence]:
    for words in settings["order_words"]:
        yield Sentence(words)


_SIGN_UP = {
    "guests": gettext_noop("Anyone may enter; guests wait for the organiser’s approval."),
    "accounts": gettext_noop("People with an account may enter."),
    "desk": gettext_noop("The organisers enter people."),
}
_LATE = {
    "zero": gettext_noop("Latecomers play from the next round; rounds they missed score 0."),
    "half": gettext_noop(
        "Latecomers play from the next round; rounds they missed are half-point byes."
    ),
}
_COME_ANY_TIME = gettext_noop("Anyone who comes later plays at once, and has missed nothing.")


def _entries(settings: Settings) -> Iterator[Sentence]:
    yield Sentence(_SIGN_UP[settings["sign_up"]])
    if settings["entry_limit"]:
        text = (
            gettext_noop("Places: %(limit)d, then there is a waiting list.")
            if settings["has_waiting_list"]
            else gettext_noop("Places: %(limit)d.")
        )
        yield Sentence(text, {"limit": settings["entry_limit"]})
    if settings["fee"]:
        yield Sentence(gettext_noop("Entry fee: %(fee)s."), {"fee": settings["fee"]})
    if settings["check_in_opens_min"] is not None:
        yield Sentence(
            gettext_noop("Players may check in themselves, %(minutes)d minutes before the start."),
            {"minutes": settings["check_in_opens_min"]},
        )
    if settings["categories"]:
        yield Sentence(
            gettext_noop("Categories: %(names)s."), {"names": ", ".join(settings["categories"])}
        )
    yield Sentence(_LATE[settings["late_entry"]] if settings["has_rounds"] else _COME_ANY_TIME)
    yield from _byes(settings)


def _byes(settings: Settings) -> Iterator[Sentence]:
    if not settings["takes_half_point_byes"]:
        return
    if not settings["requested_byes"]:
        yield Sentence(gettext_noop("Half-point byes cannot be asked for."))
        return
    text = (
        gettext_noop("Half-point byes each entry may ask for: %(number)d, also in the last round.")
        if settings["bye_in_last_round"]
        else gettext_noop(
            "Half-point byes each entry may ask for: %(number)d, not in the last round."
        )
    )
    yield Sentence(text, {"number": settings["requested_byes"]})


_RECORDS = {
    "required": gettext_noop("Every result needs the record of its game."),
    "encouraged": gettext_noop("Records of games are welcome: they prove the result."),
    "off": gettext_noop("No records of games are kept."),
}
_RECORDS_WHERE = {
    "tables": gettext_noop(
        "Tables up to number %(tables)d need the record of the game; at the others it is welcome: "
        "it proves the result."
    ),
    "last_round": gettext_noop(
        "Every result of the last round needs the record of its game; in other rounds it is "
        "welcome: it proves the result."
    ),
}
_CONFIRMATION = {
    "any": gettext_noop("A result counts once any opponent confirms it."),
    "all": gettext_noop("A result counts once all opponents confirm it."),
    "officials": gettext_noop("A result counts once an official confirms it."),
}


def _results(settings: Settings) -> Iterator[Sentence]:
    yield _records(settings)
    yield from _alone(settings) if settings["plays_alone"] else _confirmed(settings)
    yield Sentence(
        gettext_noop("Officials settle disputes, with a reason that everybody can read.")
    )
    if settings["is_refereed"] and settings["most_entries"] > 1:
        yield Sentence(
            gettext_noop("Played games count for the ratings of players.")
            if settings["is_rated"]
            else gettext_noop("Nothing here counts for ratings.")
        )
    if settings["has_rounds"] and not settings["is_solo"]:
        yield Sentence(
            gettext_noop(
                "Ranks still possible are those that can come, even if somebody does not come to a "
                "match."
            )
            if settings["counts_forfeits"]
            else gettext_noop(
                "Ranks still possible are those that can come if all matches are played."
            )
        )


def _alone(settings: Settings) -> Iterator[Sentence]:
    """Nobody sits there who could confirm a result."""
    if settings["is_refereed"] and settings["records"] != "off":
        yield Sentence(
            gettext_noop("A verified record is enough: nobody else has to confirm the result.")
        )
    yield Sentence(gettext_noop("A result without a record counts once an official confirms it."))


def _confirmed(settings: Settings) -> Iterator[Sentence]:
    yield Sentence(_CONFIRMATION[settings["confirmation"]])
    if settings["confirmation"] != "officials":
        yield Sentence(
            gettext_noop("Opponents may confirm on a phone that is passed round.")
            if settings["confirms_at_table"]
            else gettext_noop("Opponents confirm from their own phones.")
        )
        if settings["accepts_after_min"]:
            yield Sentence(
                gettext_noop(
                    "What nobody contests counts %(minutes)d minutes after it was handed in."
                ),
                {"minutes": settings["accepts_after_min"]},
            )
    yield Sentence(
        gettext_noop("What nobody contests counts at the latest when the round closes.")
        if settings["has_rounds"]
        else gettext_noop("What nobody contests counts at the latest when the event ends.")
    )


def _records(settings: Settings) -> Sentence:
    where = settings["records_where"]
    if settings["records"] == "required" and where in _RECORDS_WHERE:
        return Sentence(_RECORDS_WHERE[where], {"tables": settings["records_tables"]})
    return Sentence(_RECORDS[settings["records"]])


_HELP = {
    "check": gettext_noop(
        "The score sheet on a phone checks what was played. It shows nothing in advance."
    ),
    "full": gettext_noop(
        "The score sheet on a phone shows what is allowed and what it would score."
    ),
}


def _sheets(settings: Settings) -> Iterator[Sentence]:
    """Where only places are kept, there are no points to write on one."""
    if settings["scoring"] == "places":
        return
    if settings["is_refereed"] and settings["records"] != "off":
        yield Sentence(_HELP[settings["sheet_help"]])
        if settings["confirms_entries"]:
            yield Sentence(gettext_noop("Each move is confirmed before it is written."))
    else:
        yield Sentence(gettext_noop("The score sheet on a phone adds up the points."))
    if not settings["shows_boards"]:
        yield Sentence(gettext_noop("While a game is played, only its table sees the board."))
    elif settings["boards_delay_min"]:
        yield Sentence(
            gettext_noop("Everybody can follow the boards, %(minutes)d minutes later."),
            {"minutes": settings["boards_delay_min"]},
        )
    else:
        yield Sentence(gettext_noop("Everybody can follow the boards while they are played."))


def _prizes(settings: Settings) -> Iterator[Sentence]:
    if not settings["prizes"]:
        return
    for category, place, what in settings["prizes"]:
        gaps = {"place": place, "prize": what, "category": category}
        yield Sentence(
            gettext_noop("%(place)d(th) place, %(category)s: %(prize)s.")
            if category
            else gettext_noop("%(place)d(th) place: %(prize)s."),
            gaps,
        )
    yield Sentence(
        gettext_noop(
            "Everybody takes home one prize: the one highest in this list. The others pass to "
            "the next in line."
        )
        if settings["prize_rule"] == "one"
        else gettext_noop("Everybody takes home all the prizes they won.")
    )

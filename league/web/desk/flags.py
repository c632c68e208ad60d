"""What is odd about a record that was handed in, in a sentence for officials."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_noop

from league.models import Flag, Match
from league.web.round_words import round_said

# What the sentences read of flags.
PLACES_TOLD = ("match__round__stage__event", "other__round__stage__event", "other__event")


@dataclass(frozen=True)
class FlagShown:
    flag: Flag
    text: str


def flags_shown(flags: Iterable[Flag]) -> list[FlagShown]:
    """Each thing once, also if it is true of several versions of a table."""
    shown = {text: flag for flag in flags for text in [flag_in_words(flag)]}
    return [FlagShown(flag, text) for text, flag in shown.items()]


def flag_in_words(flag: Flag) -> str:
    """In a sentence: which table, what about it, and which other one."""
    gaps = {"place": _place_of(flag.match)}
    other = flag.other
    if other is None:
        return _(_ALONE[flag.code]) % gaps
    gaps["other"] = _place_of(other)
    if other.event_id == flag.match.event_id:
        return _(_LIKE_ANOTHER[flag.code]) % gaps
    return _(_LIKE_ELSEWHERE[flag.code]) % (gaps | {"event": other.event.name})


def _place_of(match: Match) -> str:
    """Round 3, table 2."""
    return round_said("with_table", match.round, table=match.table)


_ALONE = {
    "copy": gettext_noop("%(place)s: the record is a copy."),
    "near_copy": gettext_noop("%(place)s: the record is nearly a copy."),
    "other_game": gettext_noop("%(place)s: the record is of another game."),
    "other_variant": gettext_noop("%(place)s: the record is of another variant."),
    "other_players": gettext_noop("%(place)s: the record is for another number of players."),
    "too_fast": gettext_noop("%(place)s: the record came faster than it can be played."),
}


_LIKE_ANOTHER = {
    "copy": gettext_noop("%(place)s: the record is the same as that of another table: %(other)s."),
    "near_copy": gettext_noop(
        "%(place)s: the record is almost the same as that of another table: %(other)s."
    ),
}


_LIKE_ELSEWHERE = {
    "copy": gettext_noop(
        "%(place)s: the record is the same as that of a table of “%(event)s”: %(other)s."
    ),
    "near_copy": gettext_noop(
        "%(place)s: the record is almost the same as that of a table of “%(event)s”: %(other)s."
    ),
}

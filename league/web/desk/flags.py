"""What is odd about a record that was handed in, in a sentence for officials."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _, gettext_noop

from league.models import Flag
from league.prepositions import spoken


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
    gaps: dict[str, object] = {"table": flag.match.table, "round": flag.match.round.number}
    other = flag.other
    if other is None:
        return spoken(_(_ALONE[flag.code]) % gaps)
    gaps |= {"other_table": other.table, "other_round": other.round.number}
    if other.event_id == flag.match.event_id:
        return spoken(_(_LIKE_ANOTHER[flag.code]) % gaps)
    return spoken(_(_LIKE_ELSEWHERE[flag.code]) % (gaps | {"event": other.event.name}))


_ALONE = {
    "copy": gettext_noop("The record of table %(table)d in round %(round)d is a copy."),
    "near_copy": gettext_noop("The record of table %(table)d in round %(round)d is nearly a copy."),
    "other_game": gettext_noop(
        "The record of table %(table)d in round %(round)d is of another game."
    ),
    "other_variant": gettext_noop(
        "The record of table %(table)d in round %(round)d is of another variant."
    ),
    "other_players": gettext_noop(
        "The record of table %(table)d in round %(round)d is for another number of players."
    ),
    "too_fast": gettext_noop(
        "The record of table %(table)d in round %(round)d came faster than it can be played."
    ),
}


_LIKE_ANOTHER = {
    "copy": gettext_noop(
        "The record of table %(table)d in round %(round)d is the same as that of table "
        "%(other_table)d in round %(other_round)d."
    ),
    "near_copy": gettext_noop(
        "The record of table %(table)d in round %(round)d is almost the same as that of table "
        "%(other_table)d in round %(other_round)d."
    ),
}


_LIKE_ELSEWHERE = {
    "copy": gettext_noop(
        "The record of table %(table)d in round %(round)d is the same as that of table "
        "%(other_table)d in round %(other_round)d of “%(event)s”."
    ),
    "near_copy": gettext_noop(
        "The record of table %(table)d in round %(round)d is almost the same as that of table "
        "%(other_table)d in round %(other_round)d of “%(event)s”."
    ),
}

"""The chain of tiebreaks: to be edited, and what was changed in it after the start."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from league.events.queries.settings_labels import setting_label
from league.models import ChainChange, Stage
from league.standings.chains import Preset, misfits, presets_of
from league.standings.queries import traits_of
from league.standings.tiebreaks import TIEBREAKS


@dataclass(frozen=True)
class Link:
    """A tiebreak in the reader's language; `why_not`: why it means nothing in this format."""

    key: str
    label: str
    words: str
    why_not: str = ""


@dataclass(frozen=True)
class ChainShown:
    """A chain as it is edited, with what may be added and what to start from."""

    links: tuple[Link, ...]
    others: tuple[Link, ...]  # those that mean something first
    presets: tuple[Preset, ...]

    @property
    def keys(self) -> list[str]:
        return [link.key for link in self.links]

    @property
    def misfits(self) -> list[Link]:
        return [link for link in self.links if link.why_not]

    @property
    def draws_lots(self) -> bool:
        return "LOTS" in self.keys


@dataclass(frozen=True)
class ChainChanged:
    """A change of the tiebreaks after the start, as everybody reads it."""

    at: datetime
    what: str


def chain_shown(stage: Stage, chain: Sequence[str]) -> ChainShown:
    against = {each.key: _(each.why) for each in misfits(list(TIEBREAKS), of=traits_of(stage))}
    links = {
        key: Link(key, _(one.label), _(one.words), against.get(key, ""))
        for key, one in TIEBREAKS.items()
    }
    others = [link for key, link in links.items() if key not in chain]
    return ChainShown(
        links=tuple(links[key] for key in chain),
        others=tuple(sorted(others, key=lambda link: bool(link.why_not))),
        presets=presets_of(stage.format.chain_for(stage.event.game_played)),
    )


def chain_changes(stage: Stage) -> list[ChainChanged]:
    """In the order in which they were made."""
    return [ChainChanged(each.at, _told(each)) for each in stage.chain_changes.order_by("id")]


def labels_of(chain: Sequence[str]) -> str:
    """The names of tiebreaks in their order."""
    known = [_(TIEBREAKS[key].label) for key in chain if key in TIEBREAKS]
    return ", ".join(known) or _("points alone")


def _told(change: ChainChange) -> str:
    parts = [_part_told(name, change) for name in change.after if _differs(name, change)]
    when = (
        _("After round %(number)d: %(changes)s. Reason: %(reason)s")
        if change.after_round
        else _("Before round 1 ended: %(changes)s. Reason: %(reason)s")
    )
    gaps = {
        "number": change.after_round,
        "changes": "; ".join(parts),
        "reason": change.reason,
    }
    return when % gaps


def _differs(name: str, change: ChainChange) -> bool:
    return bool(change.before.get(name) != change.after[name])


def _part_told(name: str, change: ChainChange) -> str:
    if name == "chain":
        text = _("the tiebreaks were changed from “%(before)s” to “%(after)s”")
        show: Any = labels_of
    else:
        text = _("“%(setting)s” was changed from “%(before)s” to “%(after)s”")
        show = _choices_of(name)
    gaps = {
        "setting": setting_label(name),
        "before": show(change.before.get(name)),
        "after": show(change.after[name]),
    }
    return text % gaps


def _choices_of(name: str) -> Any:
    """How a setting's value is written: its choice in words, or the number itself."""
    column: Any = Stage._meta.get_field(name)
    choices: Mapping[Any, Any] = dict(column.flatchoices)
    return lambda value: str(choices.get(value, "–" if value is None else value))

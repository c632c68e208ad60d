"""What most games have in common, for their modules to take over."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.contract import Action, Setup, TagFault, Unreadable, Way
from games.contract import gettext_noop as _
from games.pads import SetUp


class EachForThemselves:
    """For games with no variant but the base game, in which every seat is a side."""

    variant_names: Mapping[str, str] = {"base": _("base game")}

    def sides(self, setup: Setup) -> Sequence[tuple[str, ...]]:
        return [(seat,) for seat in setup.seats]


class NoPointsForLaying:
    """For games in which no points come from laying pieces."""

    def ways(self, position: Any, action: Action) -> Iterator[Way]:
        return iter(())


class NoOwnTags:
    """For games whose set-up needs no tags of their own."""

    def own_tags(self, players: int) -> Sequence[str]:
        return ()

    def required_tags(self, players: int) -> Sequence[str]:
        return ()

    def read_tag(self, tag: str, value: str, *, players: int) -> Unreadable | None:
        return None

    def default_tag(self, tag: str, setup: Setup) -> str:
        return ""

    def canonical_tag(self, tag: str, value: str, setup: Setup) -> str:
        return value

    def wrong_tags(self, setup: Setup) -> Sequence[TagFault]:
        return ()

    def set_up(self, setup: Setup) -> SetUp | None:
        return None

    def shuffled(self, seed: int, *, players: int) -> Mapping[str, str]:
        return {}

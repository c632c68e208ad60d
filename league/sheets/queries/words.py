"""What pure modules say, in the reader's language, as data for a page."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from django.utils.translation import gettext, pgettext

from games.pads import Said


def words(said: Said) -> str:
    """The sentence with its gaps filled, which may be sentences themselves."""
    if not said.text:
        return ""
    gaps = {name: words(gap) if isinstance(gap, Said) else gap for name, gap in said.gaps.items()}
    return with_gaps(said).format(**gaps)


def with_gaps(said: Said) -> str:
    """The sentence in the reader's language, its gaps left for a script to fill."""
    return pgettext(said.context, said.text) if said.context else gettext(said.text)


def as_data(value: Any) -> Any:
    """Dataclasses as objects, sentences translated: ready for JSON."""
    if isinstance(value, Said):
        return words(value)
    if is_dataclass(value):
        return {each.name: as_data(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): as_data(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [as_data(each) for each in value]
    return value
